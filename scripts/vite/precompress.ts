import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const squeezable = /\.(js|mjs|css|html|svg|json|wasm)$/
const SMALLEST_WORTH_IT = 512

/** Lays a .br and a .gz beside every text of the build, so that the server compresses nothing while it answers. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && squeezable.test(entry.name))
      await Promise.all(files.map((entry) => squeeze(join(entry.parentPath, entry.name))))
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST_WORTH_IT) return
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
