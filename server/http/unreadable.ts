import type { Socket } from 'node:net'
import type { ErrorBody } from '#shared/core/errors.ts'

interface Refusal {
  /** With its words, which nobody reads but people (RFC 9112 §4). */
  status: string
  body: ErrorBody
}

/** By what Node says of a line (its manual, `clientError`). */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    body: { message: 'The headers of the request are too large.', error: 'too_large' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    body: { message: 'The request took too long to arrive.', error: 'malformed' },
  },
}
const UNREADABLE: Refusal = {
  status: '400 Bad Request',
  body: { message: 'The request could not be read.', error: 'malformed' },
}

/**
 * Answers what never became a request, in the shape of every refusal (decisions.md §3), and ends its line: what follows on it
 * cannot be told apart any more. Headers beyond Node's limit are 431 (RFC 6585 §5), a request that does not come to its end 408.
 */
export function refuseUnreadable(error: Error & { code?: string }, line: Socket): void {
  if (error.code === 'ECONNRESET' || line.destroyed) return
  const { status, body } = REFUSALS[error.code ?? ''] ?? UNREADABLE
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (line.writable) line.write([...head, '', text].join('\r\n'))
  line.destroy(error)
}
