import type { Ctx } from '#server/core/ctx.ts'
import { readInProcess } from '#server/core/read-in-process.ts'
import { knownInLists } from '#server/features/assigning/read-list.ts'
import type { ReadBids } from './bids-in.ts'

const reader = { source: new URL('./bids-reader.ts', import.meta.url), built: 'bids-reader' }

/**
 * Reads a list of bids in a process of its own, while no transaction is open. Refuses 422 for what is no table, has too many
 * rows, or says nothing that is understood, 503 after a minute.
 */
export async function readBidsList(ctx: Pick<Ctx, 'tx'>, list: string): Promise<ReadBids> {
  const late = 'The list was not read within a minute. Use a part of it.'
  return readInProcess<ReadBids>(reader, { list, ...(await knownInLists(ctx)) }, { late })
}
