import type { Ctx } from '#server/core/ctx.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { ConfirmedLine, LineOutcome } from '#shared/payments/import-contract.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import { answerReports } from '../answer-reports.ts'
import { soughtFound } from '../messages.ts'
import { tellWhatIsDue } from '../tell-what-is-due.ts'

/** A line that came in, and what became of it. */
interface Applied {
  line: ConfirmedLine
  outcome: LineOutcome
  shares: readonly { submission: Submission; cents: number; pays: boolean }[]
}

/** Tells authors what the lines of an import brought, where no verification tells them. */
export async function tellOfLines(ctx: Ctx, applied: readonly Applied[]): Promise<void> {
  await tellOfParts(ctx, applied)
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

/** Who paid a part, and nothing that pays, learns what came and what is still due; so does whoever got a part of a divided line. */
async function tellOfParts(ctx: Ctx, judged: readonly Applied[]): Promise<void> {
  const isNoted = ({ outcome, line }: Applied) => outcome === 'noted' || line.shares !== undefined
  const shares = judged.filter(isNoted).flatMap((one) => one.shares)
  const about = new Map(shares.map(({ submission }) => [submission.id, submission]))
  for (const { submission, pays } of judged.flatMap((one) => one.shares)) {
    if (pays || submission.stage !== 'awaiting_payment') about.delete(submission.id)
  }
  await tellWhatIsDue(ctx, [...about.values()])
}
