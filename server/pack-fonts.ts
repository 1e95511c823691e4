import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutFont, fewSigns } from '#server/features/payments/receipts/font-files.ts'
import { packedFonts, packedName } from '#server/features/payments/receipts/packed-fonts.ts'

// Part of the build: cuts the fonts of receipts to their weights, all but those of Chinese, Japanese and Korean, which are ten
// times as much. What cuts them takes half a second of the processor and 50 MB, which the running portal does without.

await mkdir(packedFonts, { recursive: true })
for (const family of fewSigns) {
  for (const file of await family()) {
    for (const weight of [400, 700] as const)
      await writeFile(join(packedFonts, packedName(file.name, weight)), await cutFont(file, weight))
  }
}
