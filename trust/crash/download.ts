import { randomBytes } from 'node:crypto'
import { chunk, png } from '../files/hostile-pictures.ts'
import type { Alive } from './walk.ts'

/** A download that takes longer has failed. */
const LIMIT_MS = 20_000
/** Read in several pieces, whoever reads it. */
const SIZE_BYTES = 1_048_576

/** What became of a download: all of it, a refusal with a time to come back at, or a connection that broke off. */
type Outcome = 'whole' | 'refused' | 'broken off'

/** A file that an author has, and downloads again and again. */
export interface Kept {
  bytes: Buffer
  /** Downloads it, or the part of it from a place on; throws where the answer is none of the three, or is of other bytes. */
  download: (alive: Pick<Alive, 'url' | 'author'>, from?: number) => Promise<Outcome>
}

/** Gives an author a picture of a megabyte. */
export async function keepPicture({ url, author }: Pick<Alive, 'url' | 'author'>): Promise<Kept> {
  const bytes = png(1, 1, [chunk('prVt', randomBytes(SIZE_BYTES))])
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
  const headers = { authorization: `Bearer ${author}` }
  const kept = await fetch(`${url}/api/profile/avatar`, { method: 'POST', headers, body: form })
  if (kept.status !== 200) throw new Error(`a picture is answered ${kept.status} ${await kept.text()}`)
  return { bytes, download: (alive, from) => download(alive, bytes, from) }
}

async function download(
  { url, author }: Pick<Alive, 'url' | 'author'>,
  bytes: Buffer,
  from?: number,
): Promise<Outcome> {
  const headers = { authorization: `Bearer ${author}` }
  const me = await fetch(`${url}/api/me`, { headers, signal: AbortSignal.timeout(LIMIT_MS) })
  const { profile } = (await me.json()) as { profile?: { photoUrl: string | null } }
  if (me.status === 503) return 'refused'
  const link = profile?.photoUrl
  if (typeof link !== 'string') throw new Error(`the link to a picture is answered ${me.status}`)
  const answer = await fetch(url + link, {
    headers: from === undefined ? {} : { range: `bytes=${from}-` },
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  const said = await answer.arrayBuffer().then(
    (all) => Buffer.from(all),
    () => undefined,
  )
  if (answer.status === 503 && answer.headers.get('retry-after') !== null && isRefusal(answer))
    return 'refused'
  if (answer.status !== (from === undefined ? 200 : 206))
    throw new Error(`a download is answered ${answer.status} ${said?.toString() ?? ''}`)
  if (said === undefined) return 'broken off'
  if (!said.equals(bytes.subarray(from ?? 0)))
    throw new Error(`a download of ${said.length} bytes ends well and is not what was kept`)
  return 'whole'
}

/** Nothing of the file is said about a refusal. */
const isRefusal = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') &&
  headers.get('etag') === null &&
  headers.get('content-disposition') === null
