import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { submissions } from '#server/db/schema.ts'
import { makePdf } from '#tests/factories.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import { violations } from '../crash/invariants.ts'
import type { Alive } from '../crash/walk.ts'
import type { Trial } from '../trial.ts'

/** Uploads that come to their ends together. */
const AT_ONCE = 20

/** An upload whose second half waits to be sent, or its end. */
interface Upload {
  finish: () => void
  /** The status, or what went wrong. */
  answer: Promise<number | string>
}

/** The portal is asked to end while files are on their way to it. */
export const shutdown: Trial = {
  name: 'shutdown',
  promise: 'A portal that is asked to end answers what was begun, and drops nothing.',
  run: async ({ template, times, tried }) => {
    const site = await openCrashSite(template)
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const count = times(20, 100)
      const uploads = await Promise.all(Array.from({ length: count }, (_, at) => begin(alive, at, agent)))
      const ended = portal.stop()
      // It stops listening first; what comes then was never taken.
      await untilNothingListens(portal.url)
      // As they come to their ends over lines of their own: more at once than may wait would be told to come back.
      for (let from = 0; from < count; from += AT_ONCE) {
        const ending = uploads.slice(from, from + AT_ONCE)
        for (const { finish } of ending) finish()
        for (const answer of await Promise.all(ending.map((upload) => upload.answer)))
          tried(answer === 200 ? undefined : `an upload was answered ${answer}`)
      }
      const code = await ended
      tried(code === 0 ? undefined : `it ended with ${code}`)
      const database = await site.open()
      try {
        const stored = await database.db.$count(submissions)
        tried(stored === count ? undefined : `${count} were answered, ${stored} are there`)
        for (const broken of await violations(database.db, await site.store())) tried(broken)
      } finally {
        await database.close()
      }
    } finally {
      agent.destroy()
      await site.clear()
    }
  },
}

/** Sends the first half of an upload and gives what sends the rest. */
async function begin({ url, author }: Alive, at: number, agent: Agent): Promise<Upload> {
  const pdf = await makePdf({ text: `Paper ${at}`, pages: 3 })
  const boundary = 'a-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(head), pdf, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const half = Math.floor(whole.length / 2)
  const sent = request(`${url}/api/abstracts/submit-file`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${author}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': whole.length,
      // Answered once the portal has taken the request up.
      expect: '100-continue',
    },
  })
  const answer = new Promise<number | string>((resolve) => {
    sent.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 'nothing'))
    })
    sent.once('error', (error) => resolve(error.message))
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(whole.subarray(0, half))
  return { answer, finish: () => sent.end(whole.subarray(half)) }
}

async function untilNothingListens(url: string): Promise<void> {
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    const isThere = await fetch(`${url}/api/health/live`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (!isThere) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it goes on listening')
}
