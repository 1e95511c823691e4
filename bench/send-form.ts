import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const LIMIT_MS = 60_000
const agent = new Agent({ keepAlive: true })

/**
 * Sends a PDF as a form's part `file` (RFC 7578), with as little work as can be: what sends shares the cores with what
 * receives.
 */
export async function sendForm(
  url: string,
  pieces: readonly Uint8Array[],
  token?: string,
): Promise<{ status: number; text: string }> {
  const boundary = randomBytes(12).toString('hex')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const body = [Buffer.from(head), ...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.reduce((sum, { length }) => sum + length, 0),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const sent = request(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(LIMIT_MS) })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => {
      text(answer).then((words) => resolve({ status: answer.statusCode ?? 0, text: words }), reject)
    })
  })
  for (const piece of body) sent.write(piece)
  sent.end()
  return answered
}
