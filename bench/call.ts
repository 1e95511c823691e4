import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { PortalProcess } from '#tests/portal-process.ts'
import { sendForm } from './send-form.ts'
import type { StampedPdf } from './stamped-pdf.ts'

const LIMIT_MS = 60_000

/** Connections that are used again; fetch() takes twice as much of the cores that it shares with what is measured. */
const agent = new Agent({ keepAlive: true })

/** Calls the API over HTTP; an answer that is not 200 ends the bench. The caller names the answer's shape. */
export async function call<Answer>(
  portal: Pick<PortalProcess, 'url'>,
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const asked = request(portal.url + path, {
    agent,
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    },
    timeout: LIMIT_MS,
  })
  asked.once('timeout', () => asked.destroy(new Error(`${method} ${path} took longer than ${LIMIT_MS} ms`)))
  asked.end(sent)
  // What 'response' gives; its type is any.
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return wellAnswered(`${method} ${path}`, answer.statusCode ?? 0, await text(answer))
}

/** What the portal promises is held by its tests. */
function wellAnswered<Answer>(asked: string, status: number, said: string): Answer {
  if (status !== 200) throw new Error(`${asked} answered ${status}: ${said.slice(0, 200)}`)
  return JSON.parse(said) as Answer
}

/** An access token, by the real log-in. */
export async function logIn(
  portal: Pick<PortalProcess, 'url'>,
  email: string,
  password: string,
): Promise<string> {
  const { token } = await call<{ token: string }>(portal, 'POST', '/api/auth/login', undefined, {
    email,
    password,
  })
  return token
}

/** Submits an abstract whose bytes were never sent before; gives its id. */
export async function submit(portal: PortalProcess, token: string, pdf: StampedPdf): Promise<string> {
  const sent = await upload<{ abstractId: string }>(portal, '/api/abstracts/submit-file', token, pdf)
  return sent.abstractId
}

/** Submits the paper of an accepted abstract; gives its id. */
export async function submitPaper(
  portal: PortalProcess,
  token: string,
  abstractId: string,
  pdf: StampedPdf,
): Promise<string> {
  const path = `/api/abstracts/${abstractId}/paper/submit-file`
  return (await upload<{ paperId: string }>(portal, path, token, pdf)).paperId
}

async function upload<Answer>(
  portal: PortalProcess,
  path: string,
  token: string,
  pdf: StampedPdf,
): Promise<Answer> {
  const { status, text } = await sendForm(portal.url + path, pdf.next(), token)
  return wellAnswered(`POST ${path}`, status, text)
}

/** Reads a file, or the part of so many bytes from a place on, and checks the size. */
export async function download(url: string, size: number, from?: number): Promise<void> {
  const wanted = from === undefined ? {} : { headers: { range: `bytes=${from}-${from + size - 1}` } }
  const response = await fetch(url, { ...wanted, signal: AbortSignal.timeout(LIMIT_MS) })
  if (response.status !== (from === undefined ? 200 : 206))
    throw new Error(`the download answered ${response.status}`)
  let received = 0
  for await (const chunk of response.body ?? []) received += chunk.length
  if (received !== size) throw new Error(`the download gave ${received} bytes of ${size}`)
}
