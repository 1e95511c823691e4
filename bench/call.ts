import type { PortalProcess } from '#tests/portal-process.ts'
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
  const isForm = body instanceof FormData
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  const text = await response.text()
  if (response.status !== 200) {
    throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 200)}`)
  }
  // What the portal promises is held by its tests.
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

function upload<Answer>(
  portal: PortalProcess,
  path: string,
  token: string,
  pdf: StampedPdf,
): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob(pdf.next(), { type: 'application/pdf' }), 'file.pdf')
  return call<Answer>(portal, 'POST', path, token, form)
}

/** Reads a whole file and checks its size. */
export async function download(url: string, size: number): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) })
  if (response.status !== 200) throw new Error(`the download answered ${response.status}`)
  let received = 0
  for await (const chunk of response.body ?? []) received += chunk.length
  if (received !== size) throw new Error(`the download gave ${received} bytes of ${size}`)
}
