import { once } from 'node:events'
import { connect } from 'node:net'
import { makePdf } from '#tests/factories.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import type { Bench } from '../trial.ts'
import { Known } from './scene.ts'

/** A line is answered, or ended, within this. */
const LIMIT_MS = 20_000

/**
 * A portal with its log at its most talkative is told each text in every place of a request; the first is harmless. Then each
 * line of the log must be one object with no key that the harmless text's lines have not, and hold no control character.
 */
export async function tellTheLog([harmless = '', ...texts]: readonly string[], bench: Bench): Promise<void> {
  const site = await openCrashSite(bench.template)
  try {
    const portal = await startPortal(
      { ...site.env, SMTP_URL: site.smtp.url, LOG_LEVEL: 'trace' },
      { dataDir: site.env.DATA_DIR },
    )
    try {
      const { author } = await site.logIn(portal)
      const from = portal.output().length
      await tell(portal, author, harmless)
      const keys = new Known()
      const first = linesOf(portal.output().slice(from))
      for (const line of first) keys.learn(keysOf(line) ?? [])
      bench.tried(keys.size < 10 ? 'the log says nothing of a harmless text' : undefined)
      for (const text of texts) {
        const before = portal.output().length
        await tell(portal, author, text)
        const said = portal.output().slice(before)
        bench.tried(said.includes('"res":') ? undefined : `the log says nothing of ${JSON.stringify(text)}`)
        for (const line of linesOf(said)) bench.tried(wrongWith(line, keys))
      }
    } finally {
      await portal.kill()
    }
  } finally {
    await site.clear()
  }
}

const linesOf = (log: string) => log.split('\n').filter((line) => line !== '')

function wrongWith(line: string, keys: Known): string | undefined {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(line)) return `a control character in the log: ${JSON.stringify(line)}`
  const strange = keys.strange(keysOf(line) ?? ['a line that is no object'])
  return strange && `the log holds ${strange}: ${line}`
}

/** The keys of a line's object, those within too; nothing for a line that is none. */
function keysOf(line: string): string[] | undefined {
  try {
    return keysIn(JSON.parse(line))
  } catch {
    return undefined
  }
}

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    key,
    ...keysIn(one).map((inner) => `${key}.${inner}`),
  ])
}

/** Says a text in every place of a request: path, query, each header, body, file name, a file's own words, a line that is no request. */
async function tell(portal: PortalProcess, author: string, text: string): Promise<void> {
  const inHeader = (name: string) => `${name}: ${text.replaceAll(/[\r\n\0]/g, ' ')}\r\n`
  const headers = [
    ...['User-Agent', 'Referer', 'X-Request-Id', 'X-Forwarded-For', 'Accept-Language'],
    ...['Idempotency-Key', 'If-None-Match', 'Range', 'Origin', 'Cookie'],
  ]
  const escaped = encodeURIComponent(text.toWellFormed()).slice(0, 4000)
  const json = JSON.stringify({ email: text, password: text, name: text, [text]: text })
  const login = (body: string, type: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const asJson = 'Content-Type: application/json\r\n'
  await Promise.all([
    sendRaw(portal, `GET /${escaped}?q=${escaped} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    sendRaw(
      portal,
      `GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.map(inHeader).join('')}\r\n`,
    ),
    sendRaw(
      portal,
      `GET /api/profile HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${inHeader('Authorization')}\r\n`,
    ),
    sendRaw(portal, `GET /${text} HTTP/1.1\r\nHost: ${text}\r\nConnection: close\r\n\r\n`),
    sendRaw(portal, login(json, asJson)),
    sendRaw(portal, login(`{"${text}`, asJson)),
    sendRaw(portal, login(json, inHeader('Content-Type'))),
    sendFile(portal, author, text),
  ])
}

async function sendRaw({ url }: PortalProcess, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.setTimeout(LIMIT_MS, () => socket.destroy())
  socket.resume()
  socket.write(bytes)
  await once(socket, 'close')
}

async function sendFile({ url }: PortalProcess, author: string, text: string): Promise<void> {
  const form = new FormData()
  const file = await makePdf({ title: text, text })
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), `${text}.pdf`)
  const headers = { authorization: `Bearer ${author}` }
  const signal = AbortSignal.timeout(LIMIT_MS)
  await fetch(`${url}/api/abstracts/submit-file`, { method: 'POST', headers, body: form, signal })
}
