import { z } from 'zod'
import { AppError } from '#server/core/app-error.ts'
import { api } from '#shared/api.ts'
import { readTogether } from '#shared/operations/contract.ts'
import { logout } from '#shared/people/contract.ts'
import { actorOf, authorise } from './authorise.ts'
import { doorOf } from './door.ts'
import { compressed } from './open-http.ts'
import type { Portal } from './portal.ts'
import { fitting } from './validate.ts'

/** Not this one, and no deed: the specification has GET for logging out (portal.md §7). */
const notRead: readonly string[] = [readTogether.path, logout.path]

/** What may be read so, by its path: reads that answer JSON. */
const reads = Object.values(api)
  .filter(({ method, path }) => method === 'GET' && !notRead.includes(path))
  .filter(({ answer }) => !(answer instanceof z.ZodFile))
  .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))

/**
 * `GET /api/reads?of=/api/me&of=…`: each read runs as a request of its own, with the same token and through the same
 * doors; whether somebody may is decided there, from its own contract. Refuses an address that is no such read with 422.
 */
export function readTogetherRoute(portal: Portal): void {
  const { http } = portal
  http.get(readTogether.path, { ...compressed, ...doorOf(portal, readTogether) }, async (request, reply) => {
    authorise(readTogether, await actorOf(portal, readTogether, request))
    const { of } = fitting(readTogether.query, request.query)
    const strange = of.find((address) => !reads.some((path) => path.test(address.split('?', 1)[0] ?? '')))
    if (strange !== undefined)
      throw new AppError('invalid', `${strange} cannot be read together with others.`)
    const { authorization = '', 'user-agent': device = '' } = request.headers
    const answers = await Promise.all(
      of.map(async (url) => {
        const asked = { url, headers: { authorization, 'user-agent': device }, remoteAddress: request.ip }
        const { statusCode, headers, body } = await http.inject(asked).catch(endingNow)
        const told = {
          status: statusCode,
          tag: headers.etag ?? null,
          retryAfter: headers['retry-after'] ?? null,
        }
        // Its words are JSON already, and the contract's.
        return `${JSON.stringify(told).slice(0, -1)},"body":${body}}`
      }),
    )
    return reply.type('application/json; charset=utf-8').send(`{"answers":[${answers.join(',')}]}`)
  })
}

/** A portal that ends begins nothing any more; the next one, or another process, answers. */
function endingNow(cause: unknown): never {
  throw Object.assign(new AppError('unavailable', 'The portal is being started anew.'), {
    cause,
    retryAfter: 1,
  })
}
