import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm/logger'
import { type App, assemble } from '#server/app.ts'
import { type Config, readConfig } from '#server/core/config.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { emails } from '#server/db/schema.ts'
import { openPdfReaders, type PdfReaders } from '#server/features/files/pdf-readers.ts'
import { unsealed } from '#server/features/mail/sealed.ts'
import { checkAnswersStrictly } from '#server/http/answer.ts'
import { servePages } from '#server/http/pages.ts'
import { brokenRules, keptAlong } from '#server/verify/broken-rules.ts'
import type { AnswerOf, BodyInputOf, EndpointSpec, QueryInputOf } from '#shared/core/endpoint.ts'
import type { ErrorBody } from '#shared/core/errors.ts'
import { copyOf, type Template } from './setup/template.ts'

/** What a call in a test may carry. Loose on purpose: tests send wrong things too. */
export interface CallOptions<S extends EndpointSpec> {
  /** An access token. */
  as?: string | undefined
  params?: Record<string, string>
  query?: QueryInputOf<S> | Record<string, unknown>
  body?: BodyInputOf<S> | Record<string, unknown>
  headers?: Record<string, string>
}

export interface UploadOptions<S extends EndpointSpec> extends Omit<CallOptions<S>, 'body'> {
  file: Buffer
  fileName?: string
  type?: string
}

/** The answer when the call went well; `refusal` when it did not. */
export interface Answered<S extends EndpointSpec> {
  status: number
  headers: Record<string, string | number | string[] | undefined>
  body: AnswerOf<S>
  refusal: ErrorBody
}

/** What a test's portal may be told. */
export interface PortalOptions {
  env?: Record<string, string>
  /** What its database is a copy of: the test run's own where nothing is said. */
  template?: Template
  clock?: TestClock
  /** The folder of a built client, to be served beside the API. */
  pages?: string
  /** It writes past the portal what no deed leaves behind: as it closes only what is kept along is asked for, not every rule. */
  breaksRules?: true
  /** Is told every statement that the portal sends to its database. */
  logger?: Logger
}

/** The time as the portal knows it, in the hands of the test. */
export interface TestClock {
  now: Date
  advance(ms: number): void
}

/** A clock that stands still until it is advanced. */
function stillClock(): TestClock {
  return {
    now: new Date('2026-03-02T09:00:00.000Z'),
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms)
    },
  }
}

/** Of all portals of this process: to start one costs more than most files have to do. They end with the process. */
let pdfReaders: PdfReaders | undefined

/** A portal of its own for one test file: its own database and folder, a clock that stands still. */
export async function openTestPortal(options: PortalOptions = {}) {
  checkAnswersStrictly()
  const template = options.template ?? (await import('vitest')).inject('template')
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'))
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://portal.example',
    ...options.env,
  })
  const database = await copyOf(template, randomBytes(6).toString('hex'), options.logger)
  const clock = options.clock ?? stillClock()
  // The process that tests is never quiet.
  pdfReaders ??= openPdfReaders(async () => undefined)
  const secret = 's'.repeat(40)
  const app: App = await assemble(config, { database, secret, clock: () => clock.now, pdfReaders })
  if (options.pages !== undefined) await servePages(app.portal, options.pages)
  await app.http.ready()

  const send = async <S extends EndpointSpec>(
    spec: S,
    { as, params = {}, query, headers }: CallOptions<S>,
    payload: { payload?: string | Buffer; headers?: Record<string, string> },
  ): Promise<Answered<S>> => {
    const answer = await app.http.inject({
      method: spec.method,
      url: spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '-')),
      query: Object.fromEntries(
        Object.entries(query ?? {}).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(String) : String(value),
        ]),
      ),
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...payload.headers,
        ...headers,
      },
      ...(payload.payload === undefined ? {} : { payload: payload.payload }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const body = isJson ? answer.json() : answer.body
    return { status: answer.statusCode, headers: answer.headers, body, refusal: body }
  }

  return {
    app,
    config,
    database,
    clock,
    dataDir,
    /** Calls the API in-process. */
    call: <S extends EndpointSpec>(spec: S, given: CallOptions<S> = {}) =>
      send(
        spec,
        given,
        given.body === undefined
          ? {}
          : { payload: JSON.stringify(given.body), headers: { 'content-type': 'application/json' } },
      ),
    /** Sends a file as a browser would. */
    upload: <S extends EndpointSpec>(spec: S, given: UploadOptions<S>) =>
      send(
        spec,
        given,
        multipart(given.file, given.fileName ?? 'paper.pdf', given.type ?? 'application/pdf'),
      ),
    /** Runs an action of the portal itself. */
    transact: <T>(work: (ctx: Ctx) => Promise<T>) => app.transact(work),
    /** Every mail written so far, oldest first. */
    mails: async () => {
      const rows = await database.db.select().from(emails).orderBy(asc(emails.createdAt), asc(emails.id))
      return rows.map((mail) => unsealed(app.portal.world().secrets.mail, mail))
    },
    /** Works off the jobs that are due. */
    drain: () => app.portal.world().jobs.drain(app.handlers),
    /** Ends it, and refuses when what the database keeps along is not so, or it breaks a rule that it is to hold. */
    close: async () => {
      await app.close()
      const broken =
        options.breaksRules === true ? await keptAlong(database.db) : await brokenRules(database.db)
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      if (broken.length > 0) throw new Error(broken.join('\n'))
    },
  }
}

export type TestPortal = Awaited<ReturnType<typeof openTestPortal>>

function multipart(file: Buffer, fileName: string, type: string) {
  const boundary = '----lectern-test-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
