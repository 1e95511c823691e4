import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { notFound } from '#server/core/app-error.ts'
import type { Portal } from './portal.ts'

/**
 * Serves the built client: its hashed assets for ever, its one page for every path that is not the API's, with links
 * to the screen's own scripts where there is a screen (`pages/author.html` for /author). A path of the API that does
 * not exist is 404 in the API's own shape.
 */
export async function servePages(portal: Portal, folder: string): Promise<void> {
  const screens = await screenPages(folder)
  await portal.http.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  portal.http.get('/*', (request, reply) => {
    // A file that is not there is not there: an old tab after a deployment must not get a page for a script.
    if (/^\/(api|assets|dev)\//.test(request.url)) throw notFound('That call or file')
    // Not by `new URL`, which takes what follows two slashes for a host, and throws where it can be none.
    const [path = ''] = request.url.split('?', 1)
    return reply.header('Cache-Control', 'no-cache').sendFile(screens.get(path) ?? 'index.html')
  })
}

/** The file of each screen that has a page of its own, by its path. */
async function screenPages(folder: string): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'pages'), { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html'))
  return new Map(pages.map((name) => [`/${name.slice(0, -'.html'.length)}`, `pages/${name}`]))
}
