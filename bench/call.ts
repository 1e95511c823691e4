import type { PortalProcess } from '#tests/portal-process.ts'
import { sendForm } from './send-form.ts'
import type { StampedPdf } from './stamped-pdf.ts'

const LIMIT_MS = 60_000

/** Calls the API over HTTP; an answer that is not 200 ends the bench. The caller names the answer's shape. */
export async function call<Answer>(
  portal: Pick<PortalProcess, 'url'>,
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  return wellAnswered(`${method} ${path}`, response.status, await response.text())
}

/** What the portal promises is held by its tests. */
function wellAnswered<Answer>(asked: string, status: number, text: string): Answer {
  if (status !== 200) throw new Error(`${asked} answered ${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as Answer
}

/** An access token, by the real log-in. */
export async function logIn(portal: PortalProcess, email: string, password: string): Promise<string> {
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
