import { asc, eq } from 'drizzle-orm'
import { submissionEvents, submissions } from '#server/db/schema.ts'
import type { BodyInputOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { reopenPayment, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import {
  approvePaper,
  declinePaper,
  requestPaperChange,
  withdrawFromPaper,
} from '#shared/reviewing/contract.ts'
import { approvePaperAsChair, declinePaperAsChair } from '#shared/reviewing/desk-contract.ts'
import {
  deleteAbstract,
  deletePaper,
  resubmitAbstract,
  submitPaper,
  withdrawAbstract,
} from '#shared/submissions/contract.ts'
import { approveAbstract, declineAbstract, requestAbstractChange } from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { makePdf } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { type ActorName, type Conference, openConference } from '../conference.ts'
import { gainedSince, traceOf, wrongEffect } from '../states/effects.ts'
import type { Trial } from '../trial.ts'

/** One side of a race: who calls what with what. A call that takes a file is sent one. */
interface Side {
  who: ActorName
  spec: EndpointSpec
  body?: unknown
}

interface Race {
  name: string
  stage: Stage
  sides: readonly Side[]
  /** Whether just one of them may win; else any number may, one after the other. */
  oneWins: boolean
}

const side = <S extends EndpointSpec>(who: ActorName, spec: S, body?: BodyInputOf<S>): Side => ({
  who,
  spec,
  ...(body !== undefined && { body }),
})
/** So many at once, every so many rounds. */
const CROWD = 50
const CROWD_EVERY = 10
const reason = { reason: 'because' }
const accept = side('admin', approveAbstract, {})
const decline = side('admin', declineAbstract, { confirmText: 'DECLINE', ...reason })
const askForChange = side('admin', requestAbstractChange, { confirmText: 'REQUEST_CHANGE', ...reason })
const withdraw = side('author', withdrawAbstract, reason)
const sendPaper = side('author', submitPaper)
const review = side('assigned', approvePaper, { score: 80, comments: 'good' })
const report = side('author', reportPayment, {})

const oneWins: readonly [name: string, stage: Stage, ...Side[]][] = [
  ['three decisions on an abstract', 'abstract_submitted', accept, decline, askForChange],
  ['a decision clicked three times', 'abstract_submitted', accept, accept, accept],
  ['deletion against a decision', 'abstract_submitted', side('author', deleteAbstract), accept],
  ['withdrawal against a decision', 'abstract_submitted', withdraw, decline],
  [
    'three reviews by one reviewer',
    'paper_submitted',
    review,
    side('assigned', declinePaper, reason),
    side('assigned', requestPaperChange, { score: 50, ...reason }),
  ],
  ['a paper’s deletion against its review', 'paper_submitted', side('author', deletePaper), review],
  [
    'a reviewer’s withdrawal against their review',
    'paper_submitted',
    side('assigned', withdrawFromPaper, reason),
    review,
  ],
  [
    'two decisions of the chair',
    'reviewer_declined',
    side('admin', approvePaperAsChair, { comments: 'good' }),
    side('admin', declinePaperAsChair, { confirmText: 'DECLINE', ...reason }),
  ],
  [
    'two verifications',
    'awaiting_payment',
    side('staff', verifyPayment, {}),
    side('admin', verifyPayment, {}),
  ],
  ['a payment reported twice', 'awaiting_payment', report, report],
  [
    'a verification taken back twice',
    'complete',
    side('admin', reopenPayment, reason),
    side('staff', reopenPayment, reason),
  ],
]
/** Each may come before or after the other. */
const severalMayWin: readonly [name: string, stage: Stage, ...Side[]][] = [
  ['a new file against a decision', 'abstract_submitted', side('author', resubmitAbstract), decline],
  ['a verification against a report', 'awaiting_payment', side('staff', verifyPayment, {}), report],
  ['a paper sent twice', 'awaiting_paper', sendPaper, sendPaper],
  ['a paper against the withdrawal', 'awaiting_paper', sendPaper, withdraw],
]
const races: readonly Race[] = [
  ...oneWins.map(([name, stage, ...sides]) => ({ name, stage, sides, oneWins: true })),
  ...severalMayWin.map(([name, stage, ...sides]) => ({ name, stage, sides, oneWins: false })),
]

/** Two people, or one who clicks twice: every call that is answered with success happened, in a legal order, and no other. */
export const decisionRace: Trial = {
  name: 'decision-race',
  promise:
    'What happens at once happens one after the other: each success once, with its mail, its notification and its entry in the activity, each refusal not at all.',
  run: async ({ template, times, tried }) => {
    const conference = await openConference({ template })
    try {
      for (const race of races)
        for (let round = 0; round < times(5, 200); round += 1) {
          // Each tenth round all of a crowd click at once.
          const sides = round % CROWD_EVERY === 1 ? crowdOf(race.sides) : race.sides
          const fault = await run(conference, { ...race, sides })
          tried(fault && `${race.name}, ${sides.length} at once: ${fault}`)
        }
    } finally {
      await conference.close()
    }
  },
}

const crowdOf = (sides: readonly Side[]) =>
  Array.from({ length: CROWD }, (_, at) => sides[at % sides.length]).filter((one) => one !== undefined)

async function run({ t, people, tokenOf }: Conference, race: Race): Promise<string | undefined> {
  const cast = { author: people.author, reviewer: people.assigned, admin: people.admin }
  const made = await submissionAt(t, race.stage, cast)
  const before = await eventsOf(t, made)
  const untouched = await traceOf(t.database.db, made.abstractId)
  const sends = await Promise.all(
    race.sides.map(async ({ who, spec, body }) => {
      const given = { as: await tokenOf(who), params: { ...made } }
      const file = spec.file === undefined ? undefined : await makePdf({ text: `${who} ${made.abstractId}` })
      return () =>
        file === undefined
          ? t.call(spec, { ...given, ...(body !== undefined && { body: body as Record<string, unknown> }) })
          : t.upload(spec, { ...given, file })
    }),
  )
  const answers = await Promise.all(sends.map((send) => send()))
  const statuses = answers.map(({ status }) => status)
  const won = statuses.filter((status) => status === 200).length
  // 503: of many at once some are asked to come back.
  if (statuses.some((status) => ![200, 404, 409, 503].includes(status)))
    return `answered ${statuses.join(', ')}`
  if (won === 0 || (race.oneWins && won !== 1)) return `${won} won: ${statuses.join(', ')}`
  const events = await eventsOf(t, made)
  // An assignment that ends is no event of the submission.
  const told = race.sides.filter(({ spec }, at) => statuses[at] === 200 && spec !== withdrawFromPaper).length
  if (events.length - before.length !== told)
    return `${told} won, ${events.length - before.length} happened: ${events.map(({ kind }) => kind).join(', ')}`
  const gained = gainedSince(untouched, await traceOf(t.database.db, made.abstractId))
  const succeeded = race.sides.filter((_, at) => statuses[at] === 200).map(({ spec }) => spec)
  const effect = wrongEffect(succeeded, gained)
  if (effect !== undefined) return effect
  return broken(events, await stageOf(t, made))
}

/** Whether each event begins where the one before ended, and the last where the submission stands. */
function broken(
  events: readonly { kind: string; from: Stage | null; to: Stage }[],
  stage: Stage | undefined,
) {
  for (const [at, { kind, from }] of events.entries()) {
    const earlier = events[at - 1]?.to ?? null
    if (from !== earlier) return `${kind} began at ${from}, but the submission stood at ${earlier}`
  }
  return events.at(-1)?.to === stage
    ? undefined
    : `it stands at ${stage}, its events end at ${events.at(-1)?.to}`
}

const eventsOf = ({ database }: Conference['t'], { abstractId }: MadeSubmission) =>
  database.db
    .select({
      kind: submissionEvents.kind,
      from: submissionEvents.fromStage,
      to: submissionEvents.toStage,
    })
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, abstractId))
    .orderBy(asc(submissionEvents.at), asc(submissionEvents.id))

async function stageOf(
  { database }: Conference['t'],
  { abstractId }: MadeSubmission,
): Promise<Stage | undefined> {
  const [row] = await database.db
    .select({ stage: submissions.stage })
    .from(submissions)
    .where(eq(submissions.id, abstractId))
  return row?.stage
}
