import fastifyStatic from '@fastify/static'
import { notFound } from '#server/core/app-error.ts'
import type { Portal } from './portal.ts'

/**
 * Serves the built client: its hashed assets for ever, its one page for every path that is not the API's. A path of
 * the API that does not exist is 404 in the API's own shape.
 */
export async function servePages(portal: Portal, folder: string): Promise<void> {
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
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  })
}
