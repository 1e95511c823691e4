import type { AnswerOf, EndpointSpec, ParamsOf, QueryInputOf } from '#shared/core/endpoint.ts'
import { addressOf } from './address-of.ts'
import { ApiError, bodyOf, refusalOf } from './api-error.ts'
import { askedAt } from './call.ts'
import { noteChange } from './changes.ts'
import { comingBack } from './come-back.ts'
import { ownToken } from './owner.ts'
import { refreshSession } from './refresh.ts'
import { unlessAborted } from './unless-aborted.ts'

/** A contract's call that takes a file. */
export type UploadSpec = EndpointSpec & { file: NonNullable<EndpointSpec['file']> }

export type UploadOptions<S extends UploadSpec> = {
  file: File
  /** Told whole percents, 0 to 100, never falling. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal | undefined
  /** Sent as Idempotency-Key: what arrived although nobody said so is not done twice (decisions.md §3). */
  idempotencyKey?: string
  query?: QueryInputOf<S>
} & (undefined extends ParamsOf<S> ? { params?: undefined } : { params: ParamsOf<S> })

/** Milliseconds without anything leaving this machine after which a line is given up: it may have died without a word. */
const SILENT_MS = 60_000
/**
 * Milliseconds for an answer once all has left. The server itself gives a silent line up after two minutes (open-http.ts), but
 * a proxy on the way may have taken the file at once and still be sending it.
 */
const ANSWER_MS = 300_000

/** What the portal said of when a file first came that it had no room for: told with the next try, so that the file is in time. */
const ARRIVED = 'Lectern-Arrived'
let turnedAway: { key: string; arrived: string } | undefined

interface Reply {
  status: number
  text: string
  type: string | null
  retryAfter: string | null
}

/**
 * Sends one file as multipart/form-data and gives the answer; any status 200-299 is success. A 401 refreshes the
 * session once and sends once more; where too many people are there, it comes back by itself (come-back.ts). Throws
 * {@link ApiError} with the server's words or 'Upload failed', 'Network error during upload' when the line breaks or is silent
 * for too long, and the signal's reason when it was cancelled (portal.md §7, §8).
 */
export async function upload<S extends UploadSpec>(spec: S, options: UploadOptions<S>): Promise<AnswerOf<S>> {
  const address = addressOf(askedAt(spec, options))
  const report = rising(options.onProgress)
  const answered = async () => {
    noteChange()
    const token = ownToken()
    const reply = await transfer(spec.method, address, token, options, report)
    if (reply.status !== 401) return reply
    const fresh = await unlessAborted(options.signal, refreshSession(token))
    return fresh === undefined ? reply : transfer(spec.method, address, fresh, options, report)
  }
  const reply = await comingBack(answered, options.signal)
  if (reply.status < 200 || reply.status > 299) throw refusalOf(reply, 'Upload failed')
  report(100)
  // Believed, as every answer: see `call`.
  return bodyOf(reply.text) as AnswerOf<S>
}

/** Passes on only what is more than before, so that a repeated transfer does not make the bar jump back. */
function rising(tell: ((percent: number) => void) | undefined): (percent: number) => void {
  let highest = -1
  return (percent) => {
    if (percent <= highest) return
    highest = percent
    tell?.(percent)
  }
}

function transfer(
  method: string,
  address: string,
  token: string | null,
  { file, signal, idempotencyKey }: Pick<UploadOptions<UploadSpec>, 'file' | 'signal' | 'idempotencyKey'>,
  report: (percent: number) => void,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    // fetch cannot tell how much of a body has left the machine; XMLHttpRequest can.
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const lost = () =>
      reject(
        new ApiError({ message: 'Network error during upload', status: 0, code: 'network', spoken: true }),
      )
    let patience: ReturnType<typeof setTimeout> | undefined
    const waitFor = (ms: number) => {
      clearTimeout(patience)
      patience = setTimeout(() => {
        lost()
        request.abort()
      }, ms)
    }
    request.open(method, address)
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
    if (idempotencyKey !== undefined) request.setRequestHeader('Idempotency-Key', idempotencyKey)
    if (idempotencyKey !== undefined && turnedAway?.key === idempotencyKey)
      request.setRequestHeader(ARRIVED, turnedAway.arrived)
    request.upload.onprogress = (event) => {
      waitFor(SILENT_MS)
      // The last percent is the server's: it still reads and checks the file.
      if (event.lengthComputable) report(Math.min(99, Math.floor((event.loaded / event.total) * 100)))
    }
    request.upload.onload = () => waitFor(ANSWER_MS)
    request.onload = () => {
      const arrived = request.getResponseHeader(ARRIVED)
      if (arrived !== null && idempotencyKey !== undefined) turnedAway = { key: idempotencyKey, arrived }
      resolve({
        status: request.status,
        text: request.responseText,
        type: request.getResponseHeader('Content-Type'),
        retryAfter: request.getResponseHeader('Retry-After'),
      })
    }
    request.onerror = lost
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => {
      clearTimeout(patience)
      signal?.removeEventListener('abort', cancel)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    report(0)
    const form = new FormData()
    form.set('file', file, file.name)
    waitFor(SILENT_MS)
    request.send(form)
  })
}
