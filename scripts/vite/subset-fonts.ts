import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FOLDER = 'node_modules/.lectern-fonts'
const packages = createRequire(import.meta.url)

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')

/** What the interface itself is written in. */
const plain = `${range(0x20, 0x7e)}\u00a0§·–—‘’“”…€→↑↓`
/** Western European names. */
const accented = `${range(0xc0, 0xff)}ıŒœ`

/** fonts.css repeats these as unicode-range. */
const common = {
  /** Rarer signs. */
  latin: { file: 'latin', letters: `${range(0xa1, 0xbf)}${range(0x2000, 0x206f)}™←−` },
  /** Central European and Turkish names. */
  'ext-a': { file: 'latin-ext', letters: `${range(0x100, 0x17f)}${range(0x218, 0x21b)}` },
} as const

const fonts = [
  // Such names stand on nearly every page, in headings on few.
  {
    name: 'inter',
    package: '@fontsource-variable/inter',
    axes: { wght: { min: 400, max: 650 } },
    cuts: { ...common, basic: { file: 'latin', letters: plain + accented } },
  },
  {
    name: 'source-serif-4',
    package: '@fontsource-variable/source-serif-4',
    axes: { wght: 550 },
    cuts: {
      ...common,
      basic: { file: 'latin', letters: plain },
      accented: { file: 'latin', letters: accented },
    },
  },
]

/** Spacing, figures of one width, accents; of the faces' many alternates nothing is used, and they weigh a third. */
const keepFeatures = ['kern', 'tnum', 'ccmp', 'mark', 'mkmk', 'locl']

/**
 * Cuts the fonts down to the weights that are used, and into files of letters of which a page loads those it shows;
 * `cut-fonts/…` in a style sheet names them.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    config: () => ({ resolve: { alias: { 'cut-fonts': join(process.cwd(), FOLDER) } } }),
    async buildStart() {
      await mkdir(FOLDER, { recursive: true })
      for (const font of fonts) {
        for (const [cut, { file, letters }] of Object.entries(font.cuts)) {
          const from = packages.resolve(`${font.package}/files/${font.name}-${file}-wght-normal.woff2`)
          const options = { targetFormat: 'woff2', variationAxes: font.axes, keepFeatures } as const
          await writeFile(
            join(FOLDER, `${font.name}-${cut}.woff2`),
            await subsetFont(await readFile(from), letters, options),
          )
        }
      }
    },
  }
}
