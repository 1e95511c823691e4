import type { Ctx } from '#server/core/ctx.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { ConfirmedLine, LineOutcome } from '#shared/payments/import-contract.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { answerReports } from '../answer-reports.ts'
import { soughtFound } from '../messages.ts'
import { tellWhatIsDue, tellWhatIsLeft } from '../tell-what-is-due.ts'

/** A line that came in, and what became of it. */
interface Applied {
  line: ConfirmedLine
  outcome: LineOutcome
  shares: readonly { submission: Submission; cents: number; pays: boolean }[]
}

/** Tells authors what the lines of an import brought, and what is due where some was paid back, where no verification tells them. */
export async function tellOfLines(
  ctx: Ctx,
  applied: readonly Applied[],
  paidBack: readonly Submission[],
): Promise<void> {
  await tellOfParts(ctx, applied, paidBack)
  await tellOfUndue(ctx, applied)
}

/** What was reported for papers that await no payment, and came, is found; their authors are told. */
async function tellOfUndue(ctx: Ctx, judged: readonly Applied[]): Promise<void> {
  const undue = judged.flatMap(({ line: { currency }, shares }) =>
    shares
      .filter(({ submission }) => !isCharged(submission.stage))
      .map(({ submission, cents }) => ({ submission, cents, currency })),
  )
  if (undue.length === 0) return
  const { feeCurrency } = await settingsOf(ctx.tx)
  await answerReports(
    ctx,
    undue.map(({ submission }) => submission.id),
  )
  await tellEach(
    ctx,
    undue.map(({ submission, cents, currency }) => ({
      userId: submission.authorId,
      message: soughtFound(ctx, submission, `${decimalOf(cents)} ${currency ?? feeCurrency}`),
    })),
  )
}

/**
 * Who paid a part, and nothing that pays, learns what came and what is still due; so does whoever got a part of a divided line, or
 * some of it back.
 */
async function tellOfParts(
  ctx: Ctx,
  judged: readonly Applied[],
  paidBack: readonly Submission[],
): Promise<void> {
  const isNoted = ({ outcome, line }: Applied) => outcome === 'noted' || line.shares !== undefined
  const shares = judged.filter(isNoted).flatMap((one) => one.shares)
  const came = shares.map(({ submission }) => submission)
  const paying = judged.flatMap((one) => one.shares).filter(({ pays }) => pays)
  const told = new Set(paying.map(({ submission }) => submission.id))
  const untold = (all: readonly Submission[]) => {
    const awaiting = all.filter(({ id, stage }) => stage === 'awaiting_payment' && !told.has(id))
    const each = new Map(awaiting.map((submission) => [submission.id, submission]))
    for (const id of each.keys()) told.add(id)
    return [...each.values()]
  }
  await tellWhatIsDue(ctx, untold(came))
  await tellWhatIsLeft(ctx, untold(paidBack))
}
