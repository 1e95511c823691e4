import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasCode } from '#server/core/system-error.ts'

/** Beside the bundle: there a build lays the fonts that it has cut (`pack-fonts.ts`). Beside the sources there are none. */
export const packedFonts = fileURLToPath(new URL('./fonts/', import.meta.url))

/** How a font's file in one weight is called there. */
export const packedName = (name: string, weight: number) => `${basename(name)}-${weight}.ttf`

/** A font in one weight as a build has cut it, if it has. */
export async function packedFont(
  name: string,
  weight: number,
  folder = packedFonts,
): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, packedName(name, weight)))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
