import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'
import { openTo } from '../../client/app/open-to.ts'
import { type Path, places } from '../../client/navigation/places.ts'

/**
 * One page for each screen, `pages/author.html` for /author: its head asks at once for every script and style of that
 * screen, which the scripts themselves would ask for one after the other. `index.html`, for all else, asks for what
 * every screen needs.
 */
export function screenPages(): Plugin {
  return {
    name: 'screen-pages',
    apply: 'build',
    generateBundle: {
      // After index.html is there.
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html.')
        const html = String(index.source)
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        assertFirstIsAlone(chunks)
        const page = (files: readonly string[]) =>
          withHead(html, links(files.flatMap((file) => needed(chunks, file))))
        for (const [path, screen] of await screenFiles()) {
          const isPublic = openTo[path] === 'anybody' || openTo[path] === 'visitors'
          const source = page(isPublic ? [RENDER, screen] : [RENDER, SIGNED_IN, screen])
          this.emitFile({ type: 'asset', fileName: `pages${path}.html`, source })
        }
        index.source = page([RENDER])
      },
    },
  }
}

const RENDER = '/client/app/render.tsx'
const SIGNED_IN = '/client/app/signed-in.tsx'
const FILES = new URL('../../client/app/files.ts', import.meta.url)

/** The file of each screen, read from the table in client/app/files.ts. */
async function screenFiles(): Promise<Map<Path, string>> {
  const table = await readFile(FILES, 'utf8')
  const found = [...table.matchAll(/'(\/[^']+)': loadable\(\s*\(\) => import\('#client(\/[^']+)'\)/g)]
  const paths = Object.keys(places).filter((path): path is Path => path !== '/')
  return new Map(
    paths.map((path) => {
      const file = found.find(([, key]) => key === path)?.[2]
      if (file === undefined) throw new Error(`client/app/files.ts names no file for ${path}.`)
      return [path, `/client${file}`]
    }),
  )
}

/** The first script asks for the first data: one that it waits for itself would hold all of that up (vite.config.ts lists what it needs). */
function assertFirstIsAlone(chunks: readonly Rolldown.OutputChunk[]): void {
  const first = chunks.find(({ name }) => name === 'first')
  const others = first?.imports.filter((file) => !file.includes('rolldown-runtime'))
  if (others?.length !== 0)
    throw new Error(`The first script waits for ${others?.join(', ') ?? 'nothing known'}.`)
}

/** The chunk of a source file and all that it needs before it runs. */
function needed(chunks: readonly Rolldown.OutputChunk[], file: string): Rolldown.OutputChunk[] {
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
  if (first === undefined) throw new Error(`The build has no ${file}.`)
  const files = new Set([first])
  for (const { imports } of files)
    for (const one of chunks) if (imports.includes(one.fileName)) files.add(one)
  return [...files]
}

/** Asked for together with the styles; the others follow once those are there, and come while these are read. */
const AT_ONCE = /\/(first|react|rolldown-runtime)-/

/** The links of a page's head: styles first, for nothing shows without them. */
function links(files: readonly Rolldown.OutputChunk[]): string[] {
  const styles = new Set(files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const scripts = new Set(files.map(({ fileName }) => fileName))
  const [atOnce, others] = [true, false].map((now) =>
    [...scripts].filter((name) => AT_ONCE.test(name) === now),
  )
  return [
    ...[...styles].map((name) => link('rel="stylesheet"', name)),
    ...(atOnce ?? []).map((name) => link('rel="modulepreload"', name)),
    ...(others ?? []).map((name) => link('rel="modulepreload" fetchpriority="low"', name)),
  ]
}

const link = (rel: string, name: string) => `    <link ${rel} crossorigin href="/${name}">\n`

/** The page with these links, and no others, in front of its first script. */
function withHead(html: string, head: readonly string[]): string {
  const bare = html.replace(/ *<link rel="(modulepreload|stylesheet)"[^>]*>\n/g, '')
  return bare.replace(/ *<script type="module"/, `${head.join('')}$&`)
}
