import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { ErrorBody } from '#shared/core/errors.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import { config, readSettings, saveSettings } from '#shared/settings/contract.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import * as author from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/**
 * Everything that has a deadline (decisions.md §7), tried around it by real requests: the second before, the second
 * itself, the second after; with grace, with a personal extension, and where the clocks change.
 */

let t: TestPortal
let admin: MadePerson
let file: Buffer
/** An author, and the reviewer of their papers. */
interface Pair {
  author: MadePerson
  reviewer: MadePerson
}
let one: Pair
let other: Pair

async function pair(): Promise<Pair> {
  return {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
  }
}

beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  one = await pair()
  other = await pair()
  file = await makePdf()
})
afterAll(() => t.close())

const tokens = new Map<string, { token: string; at: number }>()

/** An access token of somebody that is good at the present moment. */
async function tokenOf({ id, email, password }: MadePerson): Promise<string> {
  const now = t.clock.now.getTime()
  const kept = tokens.get(id)
  if (kept !== undefined && now >= kept.at && now < kept.at + 14 * 60_000) return kept.token
  const token = await logIn(t, email, password)
  tokens.set(id, { token, at: now })
  return token
}

/** Zurich's offset at a moment of the season 2026, from the two nights in which its clocks change. */
function offsetAt(told: string | null): string {
  const at = new Date(told ?? 0)
  const summer = at >= new Date('2026-03-29T01:00:00Z') && at < new Date('2026-10-25T01:00:00Z')
  return summer ? 'UTC+02:00' : 'UTC+01:00'
}

type Deadlines = Partial<Record<DeadlineKind, string | null>>

/** Sets all deadlines; those not named are none. */
async function setDeadlines(given: Deadlines, graceMinutes = 0): Promise<void> {
  const as = await tokenOf(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { abstract: null, paper: null, resubmission: null, review: null, ...given }
  const body = { settings: { ...settings, deadlines, graceMinutes, timeZone: 'Europe/Zurich' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
}

async function extend(person: MadePerson, extensions: Partial<Record<DeadlineKind, string | null>>) {
  const params = { userId: person.id }
  const answer = await t.call(changeUser, { as: await tokenOf(admin), params, body: { extensions } })
  expect(answer.status).toBe(200)
  return answer.body.user.extensions
}

/** What somebody does that a deadline may end. */
interface Deed {
  kind: DeadlineKind
  /** Leads a submission to where it can be done; nothing for a new one. */
  ready: (of: Pair) => Promise<MadeSubmission | undefined>
  attempt: (of: Pair, made: MadeSubmission) => Promise<{ status: number; refusal: ErrorBody }>
  /** It leaves the submission where it can be done again. */
  again: boolean
  /** What the author's list says of it. */
  ability?: keyof author.AuthorAbilities
  /** It is the submission's next step: the list says until when. */
  next?: true
}

const at = (stage: Stage) => (of: Pair) => submissionAt(t, stage, { ...of, admin })
const sendAbstract = async (of: Pair, params: MadeSubmission) =>
  t.upload(author.resubmitAbstract, { as: await tokenOf(of.author), params, file })
const sendPaper = async (of: Pair, params: MadeSubmission) =>
  t.upload(author.submitPaper, { as: await tokenOf(of.author), params, file })
/** A submission whose second version is in. */
const revised = (stage: Stage, send: Deed['attempt']) => async (of: Pair) => {
  const made = await at(stage)(of)
  expect((await send(of, made)).status).toBe(200)
  return made
}
const review = (spec: EndpointSpec, body: Record<string, unknown>): Deed => ({
  kind: 'review',
  ready: at('paper_submitted'),
  attempt: async (of, params) => t.call(spec, { as: await tokenOf(of.reviewer), params, body }),
  again: false,
})

const newAbstract: Deed = {
  kind: 'abstract',
  ready: async () => undefined,
  attempt: async (of) => t.upload(author.submitAbstract, { as: await tokenOf(of.author), file }),
  again: true,
}
const replacedPaper: Deed = {
  kind: 'paper',
  ready: at('paper_submitted'),
  attempt: sendPaper,
  again: true,
  ability: 'editPaper',
}
const firstPaper: Deed = {
  kind: 'paper',
  ready: at('awaiting_paper'),
  attempt: sendPaper,
  again: false,
  ability: 'uploadPaper',
  next: true,
}
const revisedPaper: Deed = {
  kind: 'resubmission',
  ready: at('paper_awaiting_resubmission'),
  attempt: sendPaper,
  again: false,
  ability: 'uploadPaper',
  next: true,
}
const replacedRevision: Deed = {
  kind: 'resubmission',
  ready: revised('abstract_awaiting_resubmission', sendAbstract),
  attempt: sendAbstract,
  again: true,
  ability: 'editAbstract',
}
const deletedPaper: Deed = {
  kind: 'paper',
  ready: at('paper_submitted'),
  attempt: async (of, params) => t.call(author.deletePaper, { as: await tokenOf(of.author), params }),
  again: false,
  ability: 'deletePaper',
}
const approval = review(reviewing.approvePaper, { score: 80 })

const deeds: Record<string, Deed> = {
  'a new abstract': newAbstract,
  'another file for an abstract': {
    kind: 'abstract',
    ready: at('abstract_submitted'),
    attempt: sendAbstract,
    again: true,
    ability: 'editAbstract',
  },
  'a first paper': firstPaper,
  'another file for a paper': replacedPaper,
  'the deletion of a paper': deletedPaper,
  'a revised abstract': {
    kind: 'resubmission',
    ready: at('abstract_awaiting_resubmission'),
    attempt: sendAbstract,
    again: false,
    ability: 'uploadAbstract',
    next: true,
  },
  'another file for a revised abstract': replacedRevision,
  'a revised paper': revisedPaper,
  'another file for a revised paper': {
    kind: 'resubmission',
    ready: revised('paper_awaiting_resubmission', sendPaper),
    attempt: sendPaper,
    again: true,
    ability: 'editPaper',
  },
  'an acceptance by a reviewer': approval,
  'a provisional acceptance by a reviewer': review(reviewing.requestPaperChange, {
    score: 50,
    reason: 'Why?',
  }),
  'a rejection by a reviewer': review(reviewing.declinePaper, { reason: 'No data.' }),
}

/** How the refusal names what is late. */
const named: Record<DeadlineKind, string> = {
  abstract: 'abstracts',
  paper: 'papers',
  resubmission: 'revised files',
  review: 'reviews',
}
const outcomes = { taken: 200, late: 409 } as const
type Outcome = keyof typeof outcomes

interface Trial {
  deed: Deed
  of: Pair
  /** The deadline that counts for them, as it is told; null for none. */
  told: string | null
  /** In the words of a refusal. */
  words: string
}

async function listed(of: Pair, { abstractId }: MadeSubmission) {
  const { abstracts } = (await t.call(author.listOngoing, { as: await tokenOf(of.author) })).body
  const item = abstracts.find((each) => each.abstractId === abstractId)
  if (item === undefined) throw new Error(`${abstractId} is not in its author's list`)
  return item
}

/**
 * Tries a deed now, on something made ready before. The author's list says beforehand whether it will go well, and
 * until when; a refusal names the deadline and leaves the submission as it was.
 */
async function tryNow({ deed, of, told, words }: Trial, made: MadeSubmission, expected: Outcome) {
  const before = deed.ability === undefined ? undefined : await listed(of, made)
  if (deed.ability !== undefined) expect(before?.abilities[deed.ability]).toBe(expected === 'taken')
  if (deed.next) expect(before?.nextDeadline).toEqual(told === null ? null : toTimestamp(new Date(told)))
  const { status, refusal } = await deed.attempt(of, made)
  const when = t.clock.now.toISOString()
  expect({ when, status }).toEqual({ when, status: outcomes[expected] })
  if (expected === 'taken') return
  expect(refusal).toMatchObject({
    error: 'deadline_passed',
    message: `The deadline for ${named[deed.kind]} was ${words} (Europe/Zurich, ${offsetAt(told)}).`,
  })
  if (before === undefined) return
  const { downloadUrl: _then, ...was } = before
  const { downloadUrl: _now, ...is } = await listed(of, made)
  expect(is).toEqual(was)
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const later = (moment: string, ms: number) => new Date(new Date(moment).getTime() + ms)
const nothing: MadeSubmission = { abstractId: '', paperId: '' }

/** Makes a submission ready for each of several attempts: one for all where the deed bears it. */
async function readyFor(attempts: number, { deed, of }: Trial): Promise<MadeSubmission[]> {
  const made: MadeSubmission[] = []
  for (let number = 0; number < attempts; number += 1) {
    const [first] = made
    made.push(deed.again && first !== undefined ? first : ((await deed.ready(of)) ?? nothing))
  }
  return made
}

/** Makes all ready a little before, without deadlines; then sets them, and tries at each moment in turn. */
async function tryAround(
  moment: string,
  trials: readonly Trial[],
  set: () => Promise<void>,
  moments: readonly (readonly [ms: number, Outcome])[],
): Promise<void> {
  t.clock.now = later(moment, -2 * minute)
  await setDeadlines({})
  const ready = new Map<Trial, MadeSubmission[]>()
  for (const trial of trials) ready.set(trial, await readyFor(moments.length, trial))
  await set()
  for (const [index, [ms, expected]] of moments.entries()) {
    t.clock.now = later(moment, ms)
    for (const trial of trials) await tryNow(trial, ready.get(trial)?.[index] ?? nothing, expected)
  }
}

const onTheDay: Record<DeadlineKind, { told: string; words: string }> = {
  abstract: { told: '2026-03-20T23:59:59+01:00', words: '20 March 2026 at 23:59' },
  paper: { told: '2026-06-01T00:00:00+02:00', words: '1 June 2026 at 00:00' },
  review: { told: '2026-07-15T10:00:00Z', words: '15 July 2026 at 12:00' },
  resubmission: { told: '2026-08-31T23:59:00+02:00', words: '31 August 2026 at 23:59' },
}

/** One deadline on its day, or none; the others were long before, so that only this one can let anything in. */
const alone = (kind: DeadlineKind, told: string | null): Record<DeadlineKind, string | null> => {
  const past = '2026-01-15T12:00:00Z'
  return { abstract: past, paper: past, resubmission: past, review: past, [kind]: told }
}

describe.each(Object.entries(deeds))('%s', (_name, deed) => {
  const { told, words } = onTheDay[deed.kind]
  const trial = (): Trial => ({ deed, of: one, told, words })
  beforeAll(async () => {
    one = await pair()
  })

  test('is taken until the last second, not one later', () =>
    tryAround(told, [trial()], () => setDeadlines(alone(deed.kind, told)), [
      [-second, 'taken'],
      [0, 'taken'],
      [second, 'late'],
    ]))

  test('is taken until the last second of the grace, of which nobody is told', () =>
    tryAround(told, [trial()], () => setDeadlines(alone(deed.kind, told), 10), [
      [second, 'taken'],
      [10 * minute, 'taken'],
      [10 * minute + second, 'late'],
    ]))
})

/** One deed of each kind. */
const oneOfEach = [newAbstract, firstPaper, revisedPaper, approval]
const byKind = oneOfEach.map((deed) => [deed.kind, deed] as const)

test.each(byKind)('without a deadline for %s nothing of that kind is ever late', async (kind, deed) => {
  const moment = onTheDay[kind].told
  const set = () => setDeadlines(alone(kind, null), 10)
  await tryAround(moment, [{ deed, of: one, told: null, words: '' }], set, [[100 * day, 'taken']])
})

describe.each(byKind)('a personal extension for %s', (kind, deed) => {
  const { told, words } = onTheDay[kind]
  const until = later(told, 2 * day).toISOString()
  const longer: Record<DeadlineKind, string> = {
    abstract: '22 March 2026 at 23:59',
    paper: '3 June 2026 at 00:00',
    review: '17 July 2026 at 12:00',
    resubmission: '2 September 2026 at 23:59',
  }
  const theirs = (): Trial => ({ deed, of: one, told: until, words: longer[kind] })
  const common = (of: Pair): Trial => ({ deed, of, told, words })
  const who = (of: Pair) => (kind === 'review' ? of.reviewer : of.author)
  const set = () => setDeadlines(alone(kind, told), 10)
  beforeAll(async () => {
    one = await pair()
  })
  afterEach(async () => {
    await extend(who(one), { abstract: null, paper: null, resubmission: null, review: null })
  })

  test('lets that person in until its own end, with the grace, and nobody else', async () => {
    t.clock.now = later(told, -2 * minute)
    await setDeadlines({})
    const mine = await readyFor(4, theirs())
    const [another] = await readyFor(1, common(other))
    await set()
    expect(await extend(who(one), { [kind]: until })).toEqual({ [kind]: toTimestamp(new Date(until)) })
    t.clock.now = later(told, 10 * minute + second)
    await tryNow(common(other), another ?? nothing, 'late')
    await tryNow(theirs(), mine[0] ?? nothing, 'taken')
    t.clock.now = new Date(until)
    await tryNow(theirs(), mine[1] ?? nothing, 'taken')
    t.clock.now = later(until, 10 * minute)
    await tryNow(theirs(), mine[2] ?? nothing, 'taken')
    t.clock.now = later(until, 10 * minute + second)
    await tryNow(theirs(), mine[3] ?? nothing, 'late')
  })

  test('ends when it is taken back, and one for another kind does not replace it', async () => {
    t.clock.now = later(told, -2 * minute)
    await setDeadlines({})
    const [made] = await readyFor(1, common(one))
    await set()
    await extend(who(one), { [kind]: until })
    await extend(who(one), {
      abstract: until,
      paper: until,
      resubmission: until,
      review: until,
      [kind]: null,
    })
    t.clock.now = later(told, 10 * minute + second)
    await tryNow(common(one), made ?? nothing, 'late')
  })

  test('never shortens', async () => {
    // Given while it still lay ahead.
    t.clock.now = later(told, -6 * day)
    await extend(who(one), { [kind]: later(told, -5 * day).toISOString() })
    t.clock.now = later(told, -2 * minute)
    await tryAround(told, [common(one)], set, [
      [10 * minute, 'taken'],
      [10 * minute + second, 'late'],
    ])
  })
})

/** As an organiser types it, the instant it is, and what Europe/Zurich's clocks show then. */
const clockChanges = [
  ['the last second of winter time', '2026-03-29T01:59:59+01:00', '00:59:59Z', '29 March 2026 at 01:59'],
  ['the first second of summer time', '2026-03-29T03:00:00+02:00', '01:00:00Z', '29 March 2026 at 03:00'],
  ['an hour that the clocks skip', '2026-03-29T02:30:00+01:00', '01:30:00Z', '29 March 2026 at 03:30'],
  ['summer time’s last 02:30', '2026-10-25T02:30:00+02:00', '00:30:00Z', '25 October 2026 at 02:30'],
  ['the last second of summer time', '2026-10-25T02:59:59+02:00', '00:59:59Z', '25 October 2026 at 02:59'],
  ['the first second of winter time', '2026-10-25T02:00:00+01:00', '01:00:00Z', '25 October 2026 at 02:00'],
] as const

describe.each(clockChanges)('%s as the deadline of everything', (_name, typed, utc, words) => {
  const told = `${typed.slice(0, 10)}T${utc}`
  const all = { abstract: typed, paper: typed, resubmission: typed, review: typed }
  beforeAll(async () => {
    one = await pair()
  })

  test('is that very second, set and shown as it was typed', async () => {
    const trials = oneOfEach.map((deed) => ({ deed, of: one, told, words }))
    await tryAround(told, trials, () => setDeadlines(all), [
      [-second, 'taken'],
      [0, 'taken'],
      [second, 'late'],
    ])
    const { settings } = (await t.call(readSettings, { as: await tokenOf(admin) })).body
    expect(settings.deadlines).toEqual(all)
    const shown = toTimestamp(new Date(told))
    expect((await t.call(config)).body).toMatchObject({
      deadlines: { abstract: shown, paper: shown, resubmission: shown, review: shown },
      timeZone: 'Europe/Zurich',
    })
  })
})

test.each([
  ['spring', '2026-03-29T01:45:00+01:00', '2026-03-29T01:15:00Z', '29 March 2026 at 01:45'],
  ['autumn', '2026-10-25T02:45:00+02:00', '2026-10-25T01:15:00Z', '25 October 2026 at 02:45'],
])(
  'half an hour of grace is half an hour across the change of clocks in %s',
  async (_when, told, ends, words) => {
    const trial = { deed: replacedPaper, of: one, told, words }
    await tryAround(ends, [trial], () => setDeadlines({ paper: told }, 30), [
      [0, 'taken'],
      [second, 'late'],
    ])
  },
)

test.each([
  ['spring', '2026-03-28T02:30:00+01:00', '2026-03-29T03:30:00+02:00', '29 March 2026 at 03:30'],
  ['autumn', '2026-10-24T02:30:00+02:00', '2026-10-25T02:30:00+01:00', '25 October 2026 at 02:30'],
])('an extension by a night in which the clocks change, in %s', async (_when, told, until, words) => {
  t.clock.now = later(told, -2 * minute)
  expect(await extend(one.author, { resubmission: until })).toEqual({
    resubmission: toTimestamp(new Date(until)),
  })
  const trial = { deed: revisedPaper, of: one, told: until, words }
  await tryAround(until, [trial], () => setDeadlines({ resubmission: told }), [
    [-second, 'taken'],
    [0, 'taken'],
    [second, 'late'],
  ])
  await extend(one.author, { resubmission: null })
})

test('a deadline without an offset is refused: nobody could say when it is', async () => {
  const as = await tokenOf(admin)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, paper: '2026-10-25T02:30:00' }
  const answer = await t.call(saveSettings, { as, body: { settings: { ...settings, deadlines }, revision } })
  expect(answer.status).toBe(422)
})

test('the hour that comes twice is told apart in the refusal', async () => {
  const messages: string[] = []
  for (const told of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']) {
    t.clock.now = later(told, second)
    await setDeadlines({ abstract: told })
    messages.push((await newAbstract.attempt(one, nothing)).refusal.message)
  }
  expect(messages[0]).not.toBe(messages[1])
})

test('a reviewer is not offered a decision that would come too late', async () => {
  const { told } = onTheDay.review
  t.clock.now = later(told, -2 * minute)
  await setDeadlines({ review: told })
  const params = (await approval.ready(one)) ?? nothing
  t.clock.now = later(told, second)
  const as = await tokenOf(one.reviewer)
  expect((await t.call(reviewing.previewPaper, { as, params })).body.canDecide).toBe(false)
})
