import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { receipts } from '#server/db/schema.ts'
import { discardWithReceipt } from '#server/features/mail/superseded.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { calendarDay, dayNumber } from '#shared/core/calendar.ts'

/** A receipt as stored. */
export type ReceiptRow = typeof receipts.$inferSelect

/** Makes a payment's valid receipt void, for good; it stays, but mails that wait with it do not go. Gives it, if there was one. */
export async function voidReceipt(ctx: Ctx, paymentId: string): Promise<ReceiptRow | undefined> {
  const { timeZone } = await settingsOf(ctx.tx)
  const [row] = await ctx.tx
    .update(receipts)
    .set({ voidedAt: ctx.now, voidedOn: calendarDay(dayNumber(ctx.now, timeZone)) })
    .where(and(eq(receipts.paymentId, paymentId), isNull(receipts.voidedAt)))
    .returning()
  if (row !== undefined) await discardWithReceipt(ctx, row.id)
  return row
}
