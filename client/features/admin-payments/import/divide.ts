import { isPaperId } from '#shared/core/ids.ts'
import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine } from '#shared/payments/import-contract.ts'
import { tidied } from './tidied.ts'

/** A paper and what it gets of a line, as typed. */
export interface Part {
  paperId: string
  amount: string
}

/** As many papers as one line is divided among. */
export const PARTS_MAX = 9

/** What a division begins with: the papers that the line names, each with the fee as long as it lasts; two at least. */
export function partsFor({ amount, papers }: JudgedLine, fee: string | undefined): Part[] {
  let left = centsIn(amount ?? '0')
  const named = papers.slice(0, PARTS_MAX).map(({ paperId }, at) => {
    const isLast = at === papers.length - 1
    const share = isLast || fee === undefined ? left : Math.min(left, centsIn(fee))
    left -= share
    return { paperId, amount: share > 0 ? decimalOf(share) : '' }
  })
  const empty = { paperId: '', amount: '' }
  return [...named, empty, empty].slice(0, Math.max(2, named.length))
}

/** An amount as people type it, `150`, `150,00` or `150.00`, as the server takes it; undefined for what is none above 0. */
function amountOf(typed: string): string | undefined {
  const amount = typed.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) && Number(amount) > 0 ? amount : undefined
}

/** What of a line nobody gets yet, in cents; below 0: more was given than there is. */
export function leftOf({ amount }: Pick<JudgedLine, 'amount'>, parts: readonly Part[]): number {
  return parts.reduce((left, part) => left - centsIn(amountOf(part.amount) ?? '0'), centsIn(amount ?? '0'))
}

/** A division as it is sent; undefined while it is none: a wrong id or amount, a paper twice, or not all of the line. */
export function dividedAs(
  line: Pick<JudgedLine, 'amount'>,
  parts: readonly Part[],
): { paperIds: string[]; shares: string[] } | undefined {
  const given = parts.filter(({ paperId, amount }) => paperId.trim() !== '' || amount.trim() !== '')
  const paperIds = given.map(({ paperId }) => tidied(paperId))
  const shares = given.flatMap(({ amount }) => amountOf(amount) ?? [])
  const isWhole =
    given.length > 1 &&
    shares.length === given.length &&
    new Set(paperIds).size === given.length &&
    paperIds.every(isPaperId) &&
    leftOf(line, given) === 0
  return isWhole ? { paperIds, shares } : undefined
}
