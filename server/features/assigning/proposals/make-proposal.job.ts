import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { proposals } from '#server/db/schema.ts'
import { makeProposal } from '#server/features/assigning/propose.ts'
import { handlerFor, type JobHandler } from '#server/jobs/jobs.ts'
import { makeProposalJob } from './make-proposal-kind.ts'

type Transact = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** How often the row is told how far it is, and asked whether it is still wanted. */
const EVERY_MS = 500

/** Makes a proposal and keeps it, unless it was cancelled meanwhile; a failure is kept with its reason. */
export function makeProposalHandler(transact: Transact): JobHandler {
  return handlerFor(makeProposalJob, async ({ proposalId }) => {
    /** Writes, as long as it is wanted; gives what was wished, undefined when it is not wanted any more. */
    const note = (change: Partial<typeof proposals.$inferInsert>) =>
      transact(async ({ tx, now }) => {
        const [row] = await tx
          .update(proposals)
          .set({ heardAt: now, ...change })
          .where(and(eq(proposals.id, proposalId), eq(proposals.state, 'running')))
          .returning({ wish: proposals.wish })
        return row?.wish
      })
    const wish = await note({})
    if (wish === undefined) return
    const ending = new AbortController()
    let at = { done: 0, of: 1 }
    let noting: Promise<unknown> = Promise.resolve()
    const timer = setInterval(() => {
      noting = note(at).then(
        (wanted) => wanted === undefined && ending.abort(new Error('It was cancelled.')),
        () => undefined,
      )
    }, EVERY_MS)
    try {
      const progress = (done: number, of: number) => {
        at = { done, of }
      }
      const { answer, axes, scores } = await makeProposal(transact, wish, { progress, signal: ending.signal })
      clearInterval(timer)
      await noting
      await note({ state: 'done', answer, axes, scores })
    } catch (error) {
      clearInterval(timer)
      await noting
      if (ending.signal.aborted) return
      const isSaid = error instanceof AppError
      await note({ state: 'failed', problem: isSaid ? error.message : null })
      if (!isSaid) throw error
    } finally {
      clearInterval(timer)
    }
  })
}
