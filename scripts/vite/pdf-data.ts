import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']

/** Lays what the PDF reader loads where a file needs it (character maps, fonts, decoders) into assets/pdf-VERSION. */
export function pdfData(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  let folder = ''
  let version = ''
  return {
    name: 'pdf-data',
    async config() {
      version = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')).version
      return { define: { 'import.meta.env.PDF_DATA': JSON.stringify(`/assets/pdf-${version}/`) } }
    },
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, 'assets', `pdf-${version}`)
    },
    async writeBundle() {
      for (const name of folders) await cp(join(home, name), join(folder, name), { recursive: true })
    },
  }
}
