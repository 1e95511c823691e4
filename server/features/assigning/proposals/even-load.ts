import type { Ctx } from '#server/core/ctx.ts'
import { type ReviewerFacts, reviewersWho } from '../facts.ts'
import { papersLacking, reviewsWanted } from '../proposal-facts.ts'

/** Beyond the even load by a quarter, and two at least: room for who knows a paper's subject. */
const ROOM = 0.25
const ROOM_LEAST = 2
/** As many as the contract takes. */
const MOST = 1000

/**
 * The load that all reviewers would have, were what papers lack shared out evenly, and the limit that a proposal had best
 * be made with: a little more. Who takes fewer, by their own limit, leaves more to the others.
 */
export async function evenLoad(ctx: Ctx, reviewsPerPaper: number | undefined) {
  const wanted = await reviewsWanted(ctx, reviewsPerPaper)
  const lacking = (await papersLacking(ctx, wanted)).reduce((sum, { lacks }) => sum + Number(lacks), 0)
  return { reviewsPerPaper: wanted, lacking, ...sharedOut(lacking, await reviewersWho(ctx)) }
}

/** The least limit at which reviewers have time for all that is lacking, or for as much as they ever have; and a little more. */
export function sharedOut(lacking: number, reviewers: readonly Pick<ReviewerFacts, 'limit' | 'open'>[]) {
  const room = (most: number) =>
    reviewers.reduce((sum, { limit, open }) => sum + Math.max(0, Math.min(limit ?? most, most) - open), 0)
  const enough = Math.min(lacking, room(MOST))
  let [low, high] = [0, MOST]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (room(middle) >= enough) high = middle
    else low = middle + 1
  }
  return { even: low, suggested: Math.min(MOST, low + Math.max(ROOM_LEAST, Math.ceil(low * ROOM))) }
}
