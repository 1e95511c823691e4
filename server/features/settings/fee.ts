import type { Ctx } from '#server/core/ctx.ts'
import { centsIn } from '#shared/payments/cents.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { settingsOf } from './load-settings.ts'

/** What one paper costs. */
export interface Fee {
  cents: number
  /** Three letters. */
  currency: string
}

/** The registration fee; undefined: it is not said. */
export async function feeOf(ctx: Ctx): Promise<Fee | undefined> {
  return feeIn(await settingsOf(ctx.tx))
}

/** As {@link feeOf}, where the settings are at hand. */
export function feeIn({ feeAmount, feeCurrency }: Settings): Fee | undefined {
  return feeAmount === '' ? undefined : { cents: centsIn(feeAmount), currency: feeCurrency }
}

/** The fee as people read it, `250.00 EUR`; empty where it is not said. */
export function feeText({ feeAmount, feeCurrency }: Settings): string {
  return feeAmount === '' ? '' : `${feeAmount} ${feeCurrency}`
}
