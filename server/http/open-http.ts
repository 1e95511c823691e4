import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { v4 } from 'uuid'
import { notFound } from '#server/core/app-error.ts'
import type { Config } from '#server/core/config.ts'
import { loggedError } from '#server/core/logged-error.ts'
import { api } from '#shared/api.ts'
import { answerErrors } from './errors.ts'
import { securityHeaders, tellTime } from './headers.ts'
import { refuseUnreadable } from './unreadable.ts'

/** The longest JSON body; files are streamed and have their own limits. */
const BODY_LIMIT = 1_048_576

/** Of 11: JSON to a third of its length in a millisecond for 100 KB. */
const BROTLI_QUALITY = 4
/** Shorter answers fit into the packet that they come in. */
const COMPRESSED_FROM = 1400

/** What a route says whose answers are compressed. No secret and a stranger's text are in one answer under a cookie: we have none. */
export const compressed = { compress: { threshold: COMPRESSED_FROM } }

/** The HTTP server without any route: parsers, limits, headers, error answers, log. */
export async function openHttp(config: Config, clock: () => Date): Promise<FastifyInstance> {
  const http = Fastify({
    logger: config.logLevel === 'silent' ? false : logging(config),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15 * 60 * 1000,
    connectionTimeout: 2 * 60 * 1000,
    genReqId: () => v4(),
    clientErrorHandler: refuseUnreadable,
    // What comes over a line that is still open while the portal ends is answered too: jobs and database are closed after it.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => readable(url),
    // A token in a signed link is longer than a usual path segment.
    routerOptions: { maxParamLength: 2000 },
  })
  answerErrors(http)
  http.setNotFoundHandler(() => {
    throw notFound('That call or page')
  })
  securityHeaders(http, config)
  tellTime(http, clock)
  endConnectionsWhenClosing(http)
  // A DELETE or POST with a JSON content type and no body is common and means nothing.
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  // For the calls that say so (`compressed`): files have their length said, so that a browser shows how far they are.
  await http.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  await http.register(multipart, {
    limits: { files: 1, fields: 0, parts: 1, headerPairs: 50, fileSize: Number.POSITIVE_INFINITY },
  })
  return http
}

/** How long a connection may still send its first request while the portal ends, in milliseconds. */
const FIRST_REQUEST_MS = 1000
/**
 * How long what is under way is waited for, in milliseconds: less than a service manager's patience (docs/deployment.md). Nobody else ends a
 * line on which a byte comes now and then: an HTTP server that is closed no longer looks how long a request takes.
 */
const UNDER_WAY_MS = 90_000
/** How often it is looked for connections that have become idle meanwhile. */
const IDLE_EVERY_MS = 100

/**
 * What is answered while the portal ends is the last on its connection: one that is kept alive would hold the end up. So
 * would one on which nothing was ever asked, as browsers open them beforehand, for a minute and more; and one whose answer was
 * begun before the end and is whole only then.
 */
function endConnectionsWhenClosing(http: FastifyInstance): void {
  let isClosing = false
  const unasked = new Set<Socket>()
  http.server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  http.server.on('request', ({ socket }) => unasked.delete(socket))
  http.addHook('preClose', async () => {
    isClosing = true
    const end = () => {
      for (const socket of unasked) socket.destroy()
    }
    setTimeout(end, FIRST_REQUEST_MS).unref()
    if (!http.server.listening) return
    const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_EVERY_MS)
    const late = setTimeout(() => http.server.closeAllConnections(), UNDER_WAY_MS)
    http.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
  http.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('Connection', 'close')
  })
}

/**
 * An address as everything behind reads it: signs that need no escape are without one (RFC 3986 §6.2.2.2), so that the router,
 * the log and the headers see the same path. One whose escapes mean nothing is taken letter by letter: it leads nowhere, as
 * any other that is unknown.
 */
export function readable(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
  } catch {
    return url.replaceAll('%', '%25')
  }
  return path.replace(/%[2-7][0-9a-f]/gi, withoutNeed) + url.slice(path.length)
}

function withoutNeed(escaped: string): string {
  const sign = decodeURIComponent(escaped)
  return /[\w.~-]/.test(sign) ? sign : escaped
}

/** Structured lines; of a request only what is no secret: no headers, no query, no link's token. */
function logging(config: Config) {
  return {
    level: config.logLevel,
    // What the parser of forms says at its most talkative.
    redact: { paths: ['busboyOptions.headers'], remove: true },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathOf(request.url),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: unknown) => loggedError(error),
    },
  }
}

/** Where the contract's links that let their holder in begin. */
const linkStarts = Object.values(api).flatMap(({ path }) =>
  path.includes('{link}') ? [path.slice(0, path.indexOf('{link}'))] : [],
)

/** The path without its query, and without a link that lets its holder in. */
export function pathOf(url: string): string {
  // With two slashes it leads nowhere, and is told all the same.
  const path = (url.split('?')[0] ?? '').replace(/^\/+/, '/')
  const start = linkStarts.find((one) => path.startsWith(one))
  return start === undefined ? path : `${start}…`
}
