import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { activity } from '#server/db/schema.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
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
import { linesOf, toldOf } from '../crash/told.ts'

/** One mail and one notification of each kind, and the rows of the activity, that a call leaves when it is answered with success. */
interface Effect {
  tells?: readonly string[]
  notes: readonly string[]
}

const moved = 'submission changed'
/** A withdrawal is told to the author and the administrator, a report to the administrator and the payments desk. */
const twice = (kind: string) => [kind, kind]

const effects = new Map<EndpointSpec, Effect>([
  [approveAbstract, { tells: ['abstract_approve'], notes: [moved] }],
  [declineAbstract, { tells: ['abstract_decline'], notes: [moved] }],
  [requestAbstractChange, { tells: ['abstract_request_change'], notes: [moved] }],
  [deleteAbstract, { notes: [moved] }],
  [withdrawAbstract, { tells: twice('submission_withdrawn'), notes: [moved] }],
  [approvePaper, { tells: ['paper_approve'], notes: [moved, 'review created'] }],
  [declinePaper, { tells: ['rejection_to_confirm'], notes: [moved, 'review created'] }],
  [requestPaperChange, { tells: ['paper_request_change'], notes: [moved, 'review created'] }],
  [deletePaper, { tells: ['paper_gone'], notes: [moved] }],
  [withdrawFromPaper, { tells: ['reviewer_withdrew'], notes: ['assignment changed'] }],
  [approvePaperAsChair, { tells: ['paper_approve'], notes: [moved] }],
  [declinePaperAsChair, { tells: ['paper_decline'], notes: [moved] }],
  [verifyPayment, { tells: ['payment_verified'], notes: [moved, 'payment created', 'receipt created'] }],
  [reportPayment, { tells: twice('payment_reported'), notes: ['payment created'] }],
  [
    reopenPayment,
    {
      tells: ['payment_reopened'],
      notes: [moved, 'payment changed', 'payment created', 'receipt changed'],
    },
  ],
  [resubmitAbstract, { notes: [] }],
  [submitPaper, { tells: ['paper_received'], notes: [moved] }],
])

/** What a call leaves of a submission, once each. */
function effectOf(spec: EndpointSpec): string[] {
  const { tells = [], notes } = effects.get(spec) ?? { notes: [`nothing known of ${spec.path}`] }
  return [...tells.flatMap((kind) => [`mail ${kind}`, `notice ${kind}`]), ...notes]
}

/** What is wrong about what calls left that were each answered with success: one of them alone, or several, one after the other. */
export function wrongEffect(won: readonly EndpointSpec[], gained: readonly string[]): string | undefined {
  const wanted = won.flatMap(effectOf).sort()
  if (won.length === 1)
    return gained.join() === wanted.join()
      ? undefined
      : `it left ${gained.join(', ')}; once each: ${wanted.join(', ')}`
  // What comes second may find it done and tell nobody again, and change what the first one made.
  const isTold = (one: string) => /^(mail|notice) /.test(one)
  const [told, most] = [gained.filter(isTold), wanted.filter(isTold)]
  const more = gainedSince(most, told)
  const missing = most.filter((one) => !told.includes(one))
  return more.length + missing.length === 0
    ? undefined
    : `it told ${told.join(', ')}; once each: ${most.join(', ')}`
}

/** The mails, notifications and rows of the activity that are there of a submission; files' own rows are not told. */
export async function traceOf(db: Db, abstractId: string): Promise<string[]> {
  const told = toldOf(await linesOf(db, abstractId), abstractId)
  const noted = await db
    .select({ kind: activity.kind, action: activity.action })
    .from(activity)
    .where(and(eq(activity.submissionId, abstractId), ne(activity.kind, 'version')))
  return [
    ...told.map((one) => one.replace(/ to .*/, '')),
    ...noted.map(({ kind, action }) => `${kind} ${action}`),
  ]
}

/** What is there now and was not before, each as often as it came. */
export function gainedSince(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after]
  for (const one of before) if (left.includes(one)) left.splice(left.indexOf(one), 1)
  return left.sort()
}
