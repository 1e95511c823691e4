import type { Ctx } from '#server/core/ctx.ts'
import { both } from '#server/db/both.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { DeskAbstract } from '#shared/submissions/desk-contract.ts'
import { abstractStatusOf, paperStatusOf } from '#shared/submissions/states.ts'
import type { Submission } from './access.ts'
import { newestVersions } from './facts.ts'
import { flagsOf, reviewStatusOf } from './flags.ts'
import {
  abstractDecisions,
  abstractVerdictBy,
  type LatestEvents,
  latestDecisions,
  verdictIn,
} from './verdicts.ts'

/** Who submitted, as the organisers see it. */
export interface AuthorRow {
  name: string
  email: string
  organization: string
}

/** What the abstracts desk shows beside the submissions' own rows. */
interface DeskFacts {
  decisions: LatestEvents
  newest: Awaited<ReturnType<typeof newestVersions>>
}

/** Reads it for a page of submissions; two queries. */
export async function deskFactsOf(ctx: Ctx, ids: readonly string[]): Promise<DeskFacts> {
  const [decisions, newest] = await both(
    ctx.tx,
    () => latestDecisions(ctx, ids, abstractDecisions),
    () => newestVersions(ctx, ids, 'abstract'),
  )
  return { decisions, newest }
}

/** Row to what the abstracts desk is promised: the abstract's own verdict, whatever became of the paper. */
export function deskAbstract(s: Submission, author: AuthorRow, facts: DeskFacts): DeskAbstract {
  const newest = facts.newest.get(s.id)
  const force = verdictIn(abstractVerdictBy, facts.decisions, s)
  const hasPaper = s.paperRound > 0
  return {
    abstractId: s.id,
    title: s.title,
    fileName: newest?.fileName ?? 'abstract.pdf',
    author,
    status: abstractStatusOf[s.stage],
    version: newest?.number ?? 1,
    submittedAt: toTimestamp(s.submittedAt),
    updatedAt: toTimestamp(s.updatedAt),
    verdict: force?.verdict ?? null,
    ...flagsOf(force),
    decidedAt: s.abstractDecidedAt === null ? null : toTimestamp(s.abstractDecidedAt),
    withdrawn: s.stage === 'withdrawn',
    paperId: hasPaper ? s.paperId : null,
    paperStatus: hasPaper ? paperStatusOf[s.stage] : null,
    paperReviewStatus: hasPaper ? reviewStatusOf[s.stage] : null,
  }
}
