import type { Ctx } from './ctx.ts'

/** Something that the portal does by itself once a day, in one transaction: done whole, or tried again. */
export interface Chore {
  /** Stable name. */
  name: string
  run: (ctx: Ctx) => Promise<void>
}
