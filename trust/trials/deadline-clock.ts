import fc from 'fast-check'
import { noteServerTime } from '#client/api/server-clock.ts'
import { localAt, momentAt } from '#client/parts/moment.ts'
import { hasPassed } from '#client/parts/until.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { config, readSettings, saveSettings } from '#shared/settings/contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import { listOngoing, submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { liftUploadLimits } from '#tests/lift-upload-limits.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { type Moment, momentsByHand } from '../states/moments.ts'
import type { Bench, Trial } from '../trial.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
/** How wrong the clocks of those are who ask, by turns. */
const wrongBy = [-DAY_MS, 0, DAY_MS]
/** Moments of a year that are tried. */
const YEAR = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 11, 30) }

/** The second before a deadline, the second itself and the one after, in zones with any offset and where clocks change. */
export const deadlineClock: Trial = {
  name: 'deadline-clock',
  promise:
    'A deadline is the same second for everybody, wherever it was set and whatever their own clock says.',
  run: async (bench) => {
    const t = await openTestPortal({ template: bench.template })
    await liftUploadLimits(t.database.db)
    const stage: Bed = {
      t,
      author: await makePerson(t, { role: 'author' }),
      reviewer: await makePerson(t, { role: 'reviewer' }),
      admin: await makePerson(t, { role: 'admin' }),
      file: await makePdf(),
      asked: 0,
    }
    try {
      for (const moment of momentsByHand) {
        const form = momentAt(moment.typed.slice(0, 19), moment.zone)
        const isWell = form === moment.typed || (moment.comesAgain === true && form !== undefined)
        bench.tried(isWell ? undefined : `${moment.typed} in ${moment.zone} is typed as ${form}`)
        await around(stage, moment, bench)
      }
      for (const moment of generated(bench)) await around(stage, moment, bench)
    } finally {
      await t.close()
    }
  },
}

interface Bed {
  t: TestPortal
  author: MadePerson
  reviewer: MadePerson
  admin: MadePerson
  file: Buffer
  /** So many were asked so far, each with another clock than the one before. */
  asked: number
}

/** Moments in any zone there is, as the organisers' form makes them of what is typed. */
function generated({ times, seed }: Bench): Moment[] {
  const minute = fc.integer({ min: YEAR.from / 60_000, max: YEAR.to / 60_000 })
  const anywhere = fc.tuple(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), minute)
  return fc.sample(anywhere, { numRuns: times(2, 400), seed }).map(([zone, at]) => {
    const typed = momentAt(localAt(new Date(at * 60_000), zone), zone) ?? ''
    return { zone, typed, told: new Date(typed).toISOString() }
  })
}

interface Deed {
  kind: DeadlineKind
  ready?: Stage
  attempt: (given: { made: MadeSubmission; tokens: Tokens; headers: Record<string, string> }) => Promise<{
    status: number
    refusal: { error: string; message: string }
  }>
}
type Tokens = Record<'author' | 'reviewer' | 'admin', string>

const deedsOf = ({ t, file }: Bed): Deed[] => {
  const sendPaper: Deed['attempt'] = ({ made, tokens, headers }) =>
    t.upload(submitPaper, { as: tokens.author, params: made, headers, file })
  return [
    {
      kind: 'abstract',
      attempt: ({ tokens, headers }) => t.upload(submitAbstract, { as: tokens.author, headers, file }),
    },
    { kind: 'paper', ready: 'awaiting_paper', attempt: sendPaper },
    { kind: 'resubmission', ready: 'paper_awaiting_resubmission', attempt: sendPaper },
    {
      kind: 'review',
      ready: 'paper_submitted',
      attempt: ({ made, tokens, headers }) =>
        t.call(approvePaper, { as: tokens.reviewer, params: made, headers, body: { score: 80 } }),
    },
  ]
}
const named: Record<DeadlineKind, string> = {
  abstract: 'abstracts',
  paper: 'papers',
  resubmission: 'revised files',
  review: 'reviews',
}

/** Tries every kind of deed around a moment that is the deadline of them all; too late first, as that leaves all as it was. */
async function around(bed: Bed, moment: Moment, { tried }: Bench): Promise<void> {
  const { t } = bed
  const at = new Date(moment.told)
  t.clock.now = new Date(at.getTime() - 120 * SECOND_MS)
  const tokens = {
    author: await logIn(t, bed.author.email, bed.author.password),
    reviewer: await logIn(t, bed.reviewer.email, bed.reviewer.password),
    admin: await logIn(t, bed.admin.email, bed.admin.password),
  }
  await setDeadlines(t, tokens.admin, null, moment.zone)
  const ready: { deed: Deed; made: MadeSubmission[] }[] = []
  for (const deed of deedsOf(bed)) {
    const made = [
      { abstractId: '', paperId: '' },
      { abstractId: '', paperId: '' },
    ]
    for (const index of made.keys())
      if (deed.ready !== undefined) made[index] = await submissionAt(t, deed.ready, bed)
    ready.push({ deed, made })
  }
  await setDeadlines(t, tokens.admin, moment.typed, moment.zone)
  for (const [ms, which] of [
    [SECOND_MS, 0],
    [-SECOND_MS, 0],
    [0, 1],
  ] as const) {
    t.clock.now = new Date(at.getTime() + ms)
    const isLate = ms > 0
    const when = `${moment.typed} in ${moment.zone}, ${ms / SECOND_MS} s`
    const fault = await toldWrongly(bed, tokens, at, moment.zone, isLate, ms === 0)
    tried(fault && `${when}: ${fault}`)
    for (const { deed, made } of ready) {
      const { status, refusal } = await deed.attempt({
        made: made[which] ?? { abstractId: '', paperId: '' },
        tokens,
        headers: clockOf(bed),
      })
      const words = `The deadline for ${named[deed.kind]} was ${moment.words} (${moment.zone}, UTC${moment.typed.slice(19)}).`
      const isWell = isLate
        ? status === 409 &&
          refusal.error === 'deadline_passed' &&
          (moment.words === undefined || refusal.message === words)
        : status === 200
      tried(isWell ? undefined : `${when}, ${deed.kind}: answered ${status} ${refusal.message}`)
    }
  }
}

/** What a device says of its own time, which nobody here believes. */
function clockOf(bed: Bed): Record<string, string> {
  bed.asked += 1
  const wrong = wrongBy[bed.asked % wrongBy.length] ?? 0
  const date = new Date(bed.t.clock.now.getTime() + wrong).toUTCString()
  return { date, 'if-modified-since': date }
}

/** What screens go by: the deadline's own moment and zone, what can be done, and the time of the answer. */
async function toldWrongly(
  bed: Bed,
  { author }: Tokens,
  at: Date,
  zone: string,
  isLate: boolean,
  isNow: boolean,
): Promise<string | undefined> {
  const { t } = bed
  const { abstracts } = (await t.call(listOngoing, { as: author, headers: clockOf(bed) })).body
  for (const { abstractId, abilities, nextDeadline, status, paperStatus } of abstracts) {
    if (nextDeadline !== null && nextDeadline._seconds !== at.getTime() / SECOND_MS)
      return `${abstractId} is due at ${nextDeadline._seconds}`
    const isToUpload = status === 'awaiting_paper' || paperStatus === 'awaiting_resubmission'
    if (isToUpload && abilities.uploadPaper === isLate)
      return `${abstractId} ${isLate ? 'can' : 'cannot'} be uploaded`
  }
  const { body, headers } = await t.call(config, { headers: clockOf(bed) })
  // This process is a device too; its clock is months away from the portal's.
  noteServerTime({ headers: new Headers({ date: String(headers['date']) }) })
  if (!isNow && hasPassed(body.deadlines.abstract) !== isLate)
    return `a device takes it for ${isLate ? 'open' : 'over'}`
  const shown = toTimestamp(at)
  const isWell = body.timeZone === zone && Object.values(body.deadlines).every((one) => same(one, shown))
  return isWell ? undefined : `told are ${JSON.stringify(body.deadlines)} in ${body.timeZone}`
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function setDeadlines(t: TestPortal, as: string, typed: string | null, timeZone: string) {
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { abstract: typed, paper: typed, resubmission: typed, review: typed }
  const body = { settings: { ...settings, deadlines, timeZone }, revision }
  const { status } = await t.call(saveSettings, { as, body })
  if (status !== 200) throw new Error(`the settings are answered ${status}`)
}
