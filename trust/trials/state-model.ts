import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { submissionEvents, submissions, throttles } from '#server/db/schema.ts'
import { makePdf } from '#tests/factories.ts'
import type { MadeSubmission } from '#tests/submission-at.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type Conference, openConference } from '../conference.ts'
import { type Deed, deeds, type Model } from '../states/deeds.ts'
import type { Trial } from '../trial.ts'

/** Deeds in one sequence. */
const [SHORTEST, LONGEST] = [10, 24]
/** Sequences at once with `--full`: one is answered while another is written. */
const LANES = 4

/** A submission, and what the model says of it. */
interface Real {
  conference: Conference
  made: MadeSubmission
  file: Buffer
  /** Deeds that were done at least once, and where the model stood before. */
  run: { done: Set<Deed>; seen: Set<string> }
}

/** Sequences of deeds by everybody, held against a submission as it is kept in `states/deeds.ts`. */
export const stateModel: Trial = {
  name: 'state-model',
  promise:
    'Whatever is done in whatever order, a submission is where the specification says, and no refusal moves it.',
  run: async ({ template, times, seed, tried }) => {
    const conference = await openConference({ template })
    const file = await makePdf({ text: 'A paper' })
    // Each has its own memory, so that a seed leads to the same sequences whichever is ahead.
    const lanes = Array.from({ length: times(1, LANES) }, () => ({
      done: new Set<Deed>(),
      seen: new Set<string>(),
    }))
    const { author, assigned: reviewer, admin } = conference.people
    try {
      const step = fc.noBias(fc.nat({ max: 10_000 })).map((choice) => new Step(choice))
      const commands = fc.array(step, { minLength: SHORTEST, maxLength: LONGEST, size: 'max' })
      const sequenceIn = (run: Real['run']) =>
        fc.asyncProperty(commands, async (all) => {
          // Ten thousand sequences send more files than anybody may in an hour.
          await conference.t.database.db.delete(throttles)
          const made = await submissionAt(conference.t, 'abstract_submitted', { author, reviewer, admin })
          const setup = () => ({
            model: {
              stage: 'abstract_submitted',
              isDeleted: false,
              sent: 1,
              round: 0,
              isAssigned: false,
              reviewed: 0,
            } as Model,
            real: { conference, made, file, run },
          })
          await fc.asyncModelRun(setup, all)
        })
      const numRuns = times(25, 10_000 / LANES)
      const checks = await Promise.all(
        lanes.map((run, lane) => fc.check(sequenceIn(run), { numRuns, seed: seed + lane })),
      )
      for (const found of checks) {
        for (let at = 0; at < found.numRuns - 1; at += 1) tried()
        tried(
          found.failed ? `${String(found.counterexample?.[0])}: ${String(found.errorInstance)}` : undefined,
        )
      }
      const isDone = (deed: Deed) => lanes.some(({ done }) => done.has(deed))
      for (const { name } of deeds.filter((deed) => !isDone(deed))) tried(`nobody came to “${name}”`)
    } finally {
      await conference.close()
    }
  },
}

/**
 * One deed of those that the model takes, chosen when it is known where the submission stands, rather one that nobody has
 * done yet. Where the model stands for the first time, everything that it refuses is tried before.
 */
class Step implements fc.AsyncCommand<Model, Real> {
  private readonly choice: number
  private chosen = ''
  constructor(choice: number) {
    this.choice = choice
  }
  check = () => true
  toString = () => this.chosen

  async run(model: Model, real: Real): Promise<void> {
    const { seen, done } = real.run
    const place = JSON.stringify({ ...model, round: Math.min(model.round, 2), sent: Math.min(model.sent, 2) })
    if (!seen.has(place))
      for (const deed of deeds) if (deed.next(model) === undefined) await this.refused(deed, real)
    seen.add(place)
    const possible = deeds.filter(
      (deed) => deed.next(model) !== undefined && !(deed.isLast && done.has(deed)),
    )
    const fresh = possible.filter((deed) => !done.has(deed))
    const among = fresh.length > 0 ? fresh : possible
    const deed = among[this.choice % among.length]
    if (deed === undefined) return
    await this.taken(deed, model, real)
    done.add(deed)
  }

  private async refused(deed: Deed, real: Real): Promise<void> {
    this.chosen = deed.name
    const before = await standing(real)
    const status = await ask(deed, real)
    const after = await standing(real)
    if (status !== 404 && status !== 409)
      throw new Error(`must be refused, ${before.said}, but is answered ${status}`)
    if (after.said !== before.said) throw new Error(`refused, and yet ${before.said} is now ${after.said}`)
  }

  private async taken(deed: Deed, model: Model, real: Real): Promise<void> {
    this.chosen = deed.name
    const change = deed.next(model)
    const before = await standing(real)
    const status = await ask(deed, real)
    const after = await standing(real)
    if (status !== 200) throw new Error(`must be possible, ${before.said}, but is answered ${status}`)
    Object.assign(model, change)
    if (after.stage !== model.stage || after.isDeleted !== model.isDeleted || after.round !== model.round)
      throw new Error(`must lead to ${JSON.stringify(model)}, but it is ${after.said}`)
    if (after.events !== before.events + (deed.isNoEvent ? 0 : 1))
      throw new Error(`${after.events - before.events} events happened`)
  }
}

async function ask({ who, spec, body }: Deed, { conference, made, file }: Real): Promise<number> {
  const { t, people } = conference
  const paperId = (await paperOf(conference, made)) ?? 'P26-9999-X'
  const given = {
    as: people[who].token,
    params: { ...made, paperId, reviewerId: people.assigned.id },
    ...(body !== undefined && { body: body(people.assigned.id) }),
  }
  const answer =
    spec.file === undefined ? await t.call(spec, given) : await t.upload(spec, { ...given, file })
  return answer.status
}

async function paperOf({ t }: Conference, { abstractId }: MadeSubmission): Promise<string | undefined> {
  const [row] = await t.database.db
    .select({ paperId: submissions.paperId })
    .from(submissions)
    .where(eq(submissions.id, abstractId))
  return row?.paperId ?? undefined
}

/** Where the submission stands in the database. */
async function standing({ conference: { t }, made: { abstractId } }: Real) {
  const { db } = t.database
  const [row] = await db.select().from(submissions).where(eq(submissions.id, abstractId))
  const events = await db
    .select({ kind: submissionEvents.kind })
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, abstractId))
    .orderBy(asc(submissionEvents.id))
  const [stage, isDeleted, round] = [row?.stage, row?.deletedAt !== null, row?.paperRound]
  return {
    stage,
    isDeleted,
    round,
    events: events.length,
    said: `${stage}${isDeleted ? ', deleted' : ''}, round ${round} after ${events.map(({ kind }) => kind).join(', ')}`,
  }
}
