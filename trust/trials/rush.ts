import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf } from '#tests/factories.ts'
import { median, quantile } from '../../bench/measure.ts'
import { AUTHOR, addPeople, openCrashSite, tokenOf } from '../crash/crash-site.ts'
import { comingBack } from '../load/come-back.ts'
import type { Bench, Trial } from '../trial.ts'

const AUTHORS = 25
/** Uploads one after the other, by which it is known what one takes alone. */
const ALONE = 5
/** 95 of 100 are acknowledged within this, or within so many times what one takes alone where that is more. */
const WITHIN_MS = 2000
const TIMES_ALONE = 8
/** Of ten the slowest alone is judged, and other work on the machine may fall into just those seconds. */
const WITHIN_MS_OF_FEW = 10_000
/** A call that takes longer has failed … */
const LIMIT_MS = 20_000
/** … and so has one that is asked oftener to come back; all of it counts as the time until it is acknowledged. */
const AGAIN_MAX = 10
/** A token is good for a quarter of an hour. */
const TOKEN_MS = 12 * 60_000

interface Sent {
  abstractId: string
  by: number
  bytes: Buffer
}

/** The last ten minutes before a deadline: as many files as a large conference gets, from many authors. */
export const rush: Trial = {
  name: 'rush',
  promise:
    'Five hundred uploads within ten minutes are each acknowledged, soon, and each is there byte for byte.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    try {
      const emails = Array.from({ length: AUTHORS }, (_, n) => `author${n}@rush.example`)
      const database = await site.open()
      try {
        await addPeople(
          database,
          emails.map((email) => ({ id: randomUUID(), name: AUTHOR.name, email, role: 'author' })),
        )
      } finally {
        await database.close()
      }
      const portal = await site.start()
      const tokens = await logInAll(portal.url, emails)
      const began = performance.now()
      const kept = await handIn(portal.url, tokens, bench)
      const isLate = performance.now() - began > TOKEN_MS
      await areThere(portal.url, isLate ? await logInAll(portal.url, emails) : tokens, kept, bench)
      const code = await portal.stop()
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
    } finally {
      await site.clear()
    }
  },
}

/** One after the other: many at once are a storm of their own. */
async function logInAll(url: string, emails: readonly string[]): Promise<string[]> {
  const tokens: string[] = []
  for (const email of emails) tokens.push(await tokenOf(url, { email, password: AUTHOR.password }))
  return tokens
}

/** Sends them at random moments, whether or not those before are answered; gives what was acknowledged. */
async function handIn(url: string, tokens: readonly string[], bench: Bench): Promise<Sent[]> {
  const [count, inMs] = [bench.times(10, 500), bench.times(5_000, 10 * 60_000)]
  const files = await Promise.all(Array.from({ length: count + ALONE }, (_, n) => aPaper(n)))
  const moments = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: bench.seed, numRuns: count })
  const kept: Sent[] = []
  const send = async (n: number, bytes: Buffer): Promise<number> => {
    const began = performance.now()
    const by = n % tokens.length
    const { status, abstractId } = await upload(url, tokens[by] ?? '', bytes)
    bench.tried(status === 200 && abstractId !== undefined ? undefined : `an upload was answered ${status}`)
    if (abstractId !== undefined) kept.push({ abstractId, by, bytes })
    return performance.now() - began
  }
  const alone: number[] = []
  for (const bytes of files.splice(0, ALONE)) alone.push(await send(alone.length, bytes))
  const began = performance.now()
  const took = await Promise.all(
    files.map(async (bytes, n) => {
      // Each in a stretch of its own, as arrivals that know nothing of each other are on the whole.
      const at = ((n + (moments[n] ?? 0)) / count) * inMs
      await wait(Math.max(0, began + at - performance.now()))
      return send(n, bytes)
    }),
  )
  const [within, usual] = [quantile(took, 0.95), median(alone)]
  bench.measured('an upload alone, ms', usual)
  for (const ms of took) bench.measured('acknowledged after, ms', ms)
  bench.measured('95 of 100 acknowledged within, ms', within)
  const allowed = Math.max(bench.times(WITHIN_MS_OF_FEW, WITHIN_MS), TIMES_ALONE * usual)
  bench.tried(
    within <= allowed
      ? undefined
      : `95 of 100 were acknowledged within ${within.toFixed(0)} ms, not ${allowed.toFixed(0)}`,
  )
  return kept
}

const aPaper = (n: number) => makePdf({ text: `paper ${n} of the rush`, pages: 4 })

async function upload(url: string, token: string, bytes: Buffer) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'a.pdf')
  const send = () =>
    fetch(url + submitAbstract.path, {
      method: submitAbstract.method,
      headers: { authorization: `Bearer ${token}` },
      body: form,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
  const answer = await comingBack(send, AGAIN_MAX).catch(() => undefined)
  const said: { abstractId?: string } = answer?.status === 200 ? JSON.parse(answer.body.toString()) : {}
  return { status: answer?.status ?? 'nothing', abstractId: said.abstractId }
}

/** Every acknowledged file, as its author gets it back. */
async function areThere(url: string, tokens: readonly string[], kept: readonly Sent[], bench: Bench) {
  for (const { abstractId, by, bytes } of kept) {
    const headers = { authorization: `Bearer ${tokens[by]}` }
    const overview = await fetch(`${url}/api/abstracts/${abstractId}/overview`, { headers })
    const [link] = /\/api\/files\/[^"]+/.exec(await overview.text()) ?? []
    const file = link === undefined ? undefined : await fetch(url + link)
    const isSame = file?.status === 200 && Buffer.from(await file.arrayBuffer()).equals(bytes)
    bench.tried(isSame ? undefined : `${abstractId} was acknowledged and is not there as it was sent`)
  }
}
