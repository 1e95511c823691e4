// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { ApiError } from './api-error.ts'
import { storeTokens } from './session.ts'
import { json, pageIsAt, testServer } from './test-server.ts'
import { upload } from './upload.ts'

const sendPaper = endpoint({
  method: 'POST',
  path: '/api/abstracts/{abstractId}/paper/submit-file',
  tag: 'Test',
  summary: 'Sends.',
  access: ['author'],
  params: z.object({ abstractId: z.string() }),
  file: 'paper',
  answer: z.object({ paperId: z.string() }),
})
const params = { abstractId: 'A26-0001' }
const file = new File(['%PDF-1.7 body'], 'my paper.pdf', { type: 'application/pdf' })

let server: Awaited<ReturnType<typeof testServer>>
let answer: Parameters<typeof testServer>[0]

beforeEach(async () => {
  localStorage.clear()
  server = await testServer((seen, response) => answer(seen, response))
  vi.stubEnv('VITE_API_URL', server.url)
  pageIsAt(server.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

test.each([200, 201, 299])(
  'a %d is success: the file went as multipart, progress ends at 100',
  async (status) => {
    storeTokens({ accessToken: 'one', refreshToken: 'r1' })
    answer = (_, response) => json(response, status, { paperId: 'P26-0001-X' })
    const told: number[] = []
    const done = await upload(sendPaper, { params, file, onProgress: (percent) => told.push(percent) })
    expect(done).toEqual({ paperId: 'P26-0001-X' })
    const [seen] = server.seen
    expect(seen?.url).toBe('/api/abstracts/A26-0001/paper/submit-file')
    expect(seen?.headers.authorization).toBe('Bearer one')
    expect(seen?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen?.body).toContain('name="file"; filename="my paper.pdf"')
    expect(seen?.body).toContain('%PDF-1.7 body')
    expect([told.at(0), told.at(-1)]).toEqual([0, 100])
    expect(told).toEqual([...told].sort((a, b) => a - b))
  },
)

test('a 401 refreshes once and sends the file once more', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (seen, response) => {
    if (seen.url === '/api/auth/refresh-token')
      return json(response, 200, { token: 'two', refreshToken: 'r2' })
    return seen.headers.authorization === 'Bearer two'
      ? json(response, 200, { paperId: 'P26-0001-X' })
      : json(response, 401, { message: 'No.', error: 'token_expired' })
  }
  expect(await upload(sendPaper, { params, file })).toEqual({ paperId: 'P26-0001-X' })
  expect(server.seen.map((one) => one.url)).toEqual([
    '/api/abstracts/A26-0001/paper/submit-file',
    '/api/auth/refresh-token',
    '/api/abstracts/A26-0001/paper/submit-file',
  ])
})

test.each([
  [
    'the server’s words',
    '{"message":"The file is encrypted.","error":"encrypted_pdf"}',
    'The file is encrypted.',
  ],
  ['its own words when there are none', '', 'Upload failed'],
])('a refusal speaks with %s', async (_, body, message) => {
  answer = (_seen, response) => response.writeHead(422, { 'Content-Type': 'application/json' }).end(body)
  const error: unknown = await upload(sendPaper, { params, file }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message, status: 422 })
})

test('a broken line says so', async () => {
  answer = (_, response) => {
    response.destroy()
  }
  await expect(upload(sendPaper, { params, file })).rejects.toMatchObject({
    message: 'Network error during upload',
    status: 0,
  })
})

test('a cancelled upload throws the reason of the cancelling', async () => {
  const controller = new AbortController()
  const reason = new DOMException('Cancelled', 'AbortError')
  answer = () => controller.abort(reason)
  await expect(upload(sendPaper, { params, file, signal: controller.signal })).rejects.toBe(reason)
})

test('a missing id is refused before anything is sent', async () => {
  await expect(upload(sendPaper, { params: { abstractId: '' }, file })).rejects.toThrow(
    'abstractId is required',
  )
  expect(server.seen).toEqual([])
})

test('where too many are there the file is sent again by itself', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (_, response) => {
    if (server.seen.length > 1) return json(response, 200, { paperId: 'P26-0001-X' })
    response.setHeader('Retry-After', '0')
    json(response, 503, { message: 'Too many.', error: 'unavailable', details: { begun: false } })
  }
  expect(await upload(sendPaper, { params, file })).toEqual({ paperId: 'P26-0001-X' })
  expect(server.seen.map(({ body }) => body.includes('%PDF-1.7 body'))).toEqual([true, true])
})

test('what the portal said of when a file came is told with the same file’s next try, and with no other', async () => {
  storeTokens({ accessToken: 'one', refreshToken: 'r1' })
  answer = (_, response) => {
    if (server.seen.length > 1) return json(response, 200, { paperId: 'P26-0001-X' })
    response.setHeader('Lectern-Arrived', '1775044799000.proof')
    json(response, 503, { message: 'Away.', error: 'unavailable' })
  }
  const send = (idempotencyKey?: string) =>
    upload(sendPaper, { params, file, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
  await expect(send('first')).rejects.toThrow('Away.')
  await send('first')
  await send('second')
  await send()
  expect(server.seen.map(({ headers }) => headers['lectern-arrived'])).toEqual([
    undefined,
    '1775044799000.proof',
    undefined,
    undefined,
  ])
})

/** A line on which nothing happens by itself; the test says what does. */
class SilentLine {
  static last: SilentLine
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {}
  onabort = () => undefined
  onloadend = () => undefined
  open = () => undefined
  setRequestHeader = () => undefined
  send = () => {
    SilentLine.last = this
  }
  abort = () => {
    this.onabort()
    this.onloadend()
  }
}

test('a line that dies without a word is given up after a minute in which nothing left, and after five without an answer', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', SilentLine)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const network = { message: 'Network error during upload', status: 0, code: 'network' }
  const sending = () => {
    const outcome = vi.fn()
    upload(sendPaper, { params, file }).catch(outcome)
    return outcome
  }
  const wait = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds)
  const stuck = sending()
  await wait(59)
  SilentLine.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
  await wait(59)
  expect(stuck).not.toHaveBeenCalled()
  await wait(1)
  expect(stuck.mock.calls).toEqual([[expect.objectContaining(network)]])
  const unanswered = sending()
  await wait(30)
  SilentLine.last.upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 2 })
  SilentLine.last.upload.onload?.()
  await wait(299)
  expect(unanswered).not.toHaveBeenCalled()
  await wait(1)
  expect(unanswered.mock.calls).toEqual([[expect.objectContaining(network)]])
  expect(vi.getTimerCount()).toBe(0)
})
