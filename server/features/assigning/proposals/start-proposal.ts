import { and, desc, eq, inArray } from 'drizzle-orm'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { proposals } from '#server/db/schema.ts'
import { PROPOSALS_KEPT } from '#shared/assigning/proposals-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { makeProposalJob } from './make-proposal-kind.ts'

/** Begins a proposal in the background. What the same organiser has running ends; the oldest proposals are forgotten. */
export async function startProposal(ctx: Ctx, wish: Wish) {
  const { userId } = personOf(ctx)
  await ctx.tx
    .update(proposals)
    .set({ state: 'cancelled' })
    .where(and(eq(proposals.madeBy, userId), eq(proposals.state, 'running')))
  const old = await ctx.tx
    .select({ id: proposals.id })
    .from(proposals)
    .orderBy(desc(proposals.madeAt), desc(proposals.id))
    .offset(PROPOSALS_KEPT - 1)
  if (old.length > 0) {
    await ctx.tx.delete(proposals).where(
      inArray(
        proposals.id,
        old.map(({ id }) => id),
      ),
    )
  }
  const proposalId = ctx.newId()
  await ctx.tx
    .insert(proposals)
    .values({ id: proposalId, madeBy: userId, madeAt: ctx.now, heardAt: ctx.now, wish })
  await ctx.jobs.enqueue(ctx.tx, makeProposalJob, [{ proposalId }])
  return { proposalId }
}
