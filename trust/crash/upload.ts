import type { Alive } from './walk.ts'

/** A call that takes longer has failed. */
const LIMIT_MS = 20_000

/** A new abstract as an author's browser sends it, once; what it was answered. */
export async function upload({ url, author }: Pick<Alive, 'url' | 'author'>, file: Buffer) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'a.pdf')
  const answer = await fetch(`${url}/api/abstracts/submit-file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author}` },
    body: form,
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}
