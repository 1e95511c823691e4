import { toTimestamp } from '#shared/core/timestamp.ts'
import type { DeskAbstract } from '#shared/submissions/desk-contract.ts'
import { abstractStatusOf, paperStatusOf } from '#shared/submissions/states.ts'
import type { Submission } from './access.ts'
import { type Facts, versionsIn } from './facts.ts'
import { flagsOf, reviewStatusOf } from './flags.ts'
import { abstractVerdictBy, verdictIn } from './verdicts.ts'

/** Who submitted, as the organisers see it. */
export interface AuthorRow {
  name: string
  email: string
  organization: string
}

/** Row to what the abstracts desk is promised: the abstract's own verdict, whatever became of the paper. */
export function deskAbstract(s: Submission, author: AuthorRow, facts: Facts): DeskAbstract {
  const newest = versionsIn(facts, s.id, 'abstract').at(-1)
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
