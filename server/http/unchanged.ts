import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Gives a read's answer its entity tag, and answers 304 without a body where the client shows that it has the same one
 * (RFC 9110 §8.8.3, §13.1.2). The tag is weak: the same answer may be sent compressed or not. It is made from what this
 * person may see, after every check, so that it tells nothing that the answer would not.
 */
export async function markUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!READS.includes(request.method) || reply.statusCode !== 200 || typeof payload !== 'string')
    return payload
  const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
  void reply.header('ETag', tag)
  if (!isKnown(request, tag)) return payload
  void reply.code(304)
  return ''
}

const READS = ['GET', 'HEAD']

/**
 * Whether the client has already what has this tag: it names it among others, however weak, or says that it has any (RFC 9110
 * §13.1.2, §8.8.3.2).
 */
export function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const { 'if-none-match': known = '' } = headers
  const named: readonly string[] = known.match(/"[^"]*"/g) ?? []
  return known.trim() === '*' || named.includes(tag.replace(/^W\//, ''))
}
