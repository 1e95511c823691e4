import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { notFound } from '#server/core/app-error.ts'
import type { Portal } from './portal.ts'

/**
 * Serves the built client: its hashed assets for ever, its one page for every path that is not the API's, with links
 * to the screen's own scripts where there is a screen (`pages/author.html` for /author). A path of the API that does
 * not exist is 404 in the API's own shape.
 */
export async function servePages(portal: Portal, folder: string): Promise<void> {
  const files = await filesIn(folder)
  const screens = screenPages(files)
  await portal.http.register(fastifyStatic, {
    root: folder,
    // One route for all of them, below: one for each of hundreds was a part of every start.
    serve: false,
    // They are small and asked for whole: a Range is passed over (RFC 9110 §14.2).
    acceptRanges: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  portal.http.get('/*', (request, reply) => {
    // Not by `new URL`, which takes what follows two slashes for a host, and throws where it can be none.
    const [path = ''] = request.url.split('?', 1)
    const file = path.slice(1)
    if (files.has(file)) return reply.sendFile(file)
    // A file that is not there is not there: an old tab after a deployment must not get a page for a script.
    if (/^\/(api|assets|dev)\//.test(request.url)) throw notFound('That call or file')
    return reply.header('Cache-Control', 'no-cache').sendFile(screens.get(path) ?? 'index.html')
  })
}

/** What can be asked for by its name, which is in the letters of addresses: `assets/first-1.js`. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const start = join(folder, sep).length
  return new Set(
    files.map(({ parentPath, name }) => join(parentPath, name).slice(start).replaceAll(sep, '/')),
  )
}

/** The file of each screen that has a page of its own, by its path. */
function screenPages(files: ReadonlySet<string>): Map<string, string> {
  const pages = [...files].filter((name) => name.startsWith('pages/') && name.endsWith('.html'))
  return new Map(pages.map((name) => [name.slice('pages'.length, -'.html'.length), name]))
}
