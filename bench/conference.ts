import { makePaper } from '#demo/make-paper.ts'
import type { SmtpPeer } from '#tests/smtp-peer.ts'
import type { BenchPortal } from './portals.ts'

/** Calls the API over HTTP; a status that is not 200 ends the bench. */
export async function api<T>(
  portal: BenchPortal,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as T
}

export const logIn = (portal: BenchPortal, email: string, password: string) =>
  api<{ token: string }>(portal, 'POST', '/api/auth/login', undefined, { email, password }).then(
    ({ token }) => token,
  )

export function fileForm(bytes: Uint8Array<ArrayBuffer>, name = 'paper.pdf'): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'application/pdf' }), name)
  return form
}

/** A real PDF of about a size: a small paper with a large unread stream object in it. */
export async function pdfOfSize(bytes: number): Promise<Buffer<ArrayBuffer>> {
  const paper = await makePaper('A paper for the bench', 'Ben Chmark', 4)
  const end = paper.lastIndexOf('xref\n')
  const before = paper.lastIndexOf('endobj', end) + 'endobj\n'.length
  const filler = Buffer.alloc(Math.max(0, bytes - paper.length), 0x61)
  const comment = Buffer.concat([Buffer.from('%'), filler, Buffer.from('\n')])
  const shifted = Buffer.concat([paper.subarray(0, before), comment, paper.subarray(before)])
  const text = shifted
    .toString('latin1')
    .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + comment.length}`)
  return Buffer.from(text, 'latin1')
}

/** An author through the real way: registered, confirmed by the mailed link, logged in. */
export async function makeAuthor(portal: BenchPortal, smtp: SmtpPeer, email: string): Promise<string> {
  const { password } = portal.admin
  await api(portal, 'POST', '/api/auth/register', undefined, { name: 'Ben Chmark', email, password })
  const mail = await smtp.next((one) => one.recipient === email)
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  await api(portal, 'POST', '/api/auth/verify-email', undefined, { token })
  return logIn(portal, email, password)
}
