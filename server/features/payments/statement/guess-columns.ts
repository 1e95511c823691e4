import { dateOrderOf, dayOf } from '#server/core/csv/dates.ts'
import type { ColumnRole } from '#shared/payments/import-contract.ts'
import { centsOf, decimalMarkOf } from './amounts.ts'
import { isCurrency } from './currencies.ts'
import { isPaymentState } from './payment-states.ts'

/** What columns are called, in the languages of common banks and payment pages. */
const called: Record<Exclude<ColumnRole, 'text' | 'unused'>, RegExp> = {
  date: /date|datum|dato|dátum|fecha|\bdata\b|buchung|valuta|booked|created|completed|tag\b/i,
  amount:
    /amount|betrag|umsatz|montant|importe|importo|valor|bedrag|kwota|beløb|belopp|cr[eé]dit|gutschrift|haben|abono|gross|brutto|eingang|paid in|money in/i,
  paid_out:
    /d[eé]bit|lastschrift|belastung|\bsoll\b|\bcargos?\b|paid out|money out|withdraw|ausgang|uscite|addebit|uitgaven|saídas|obciążeni/i,
  currency: /currency|w[äa]e?hrung|devise|divisa|moneda|valuta|waluta|moeda|\bccy\b/i,
  direction:
    /cdtdbt|dr.?\/?.?cr|cr.?\/?.?dr|debit.?\/.?credit|credit.?\/.?debit|soll.?\/.?haben|^s.?\/.?h$|^(direction|indicator|type|af bij|bij.?af)$/i,
  state: /^(?:.*\b)?(status|state|zustand|[ée]tat|estado|stato)\b/i,
  payer:
    /name|payer|auftraggeber|zahlungspflichtig|absender|sender|from\b|donneur|d[eé]biteur|debtor|counterpart|ordenante|ordinante|customer|tegenpartij/i,
}
/** What came in alone, beside a column of what went out. */
const credits = /cr[eé]dit|gutschrift|haben|abono|eingang|paid in|money in/i
/** What banks write where nothing went this way. */
const isNothing = (cell: string) => /^(?:[-−–—]|\D{0,4}0+(?:[.,]0*)?\D{0,4})$/.test(cell)
/** Columns of numbers that are not what came in. */
const notIncome =
  /balance|saldo|solde|kontostand|debit|d[eé]bit|lastschrift|belastung|soll\b|cargo|fee|geb[üu]hr|\bnet\b|netto|charge|tax|paid out|money out|ausgang/i
const outgoing = /^(d|dr|dbit|debit|s|soll|af|out|lastschrift|belastung)$/i
const incoming = /^(c|cr|crdt|credit|h|haben|bij|in|gutschrift)$/i

/** What each column holds, by its heading and by what stands in it. One date, one amount; what is left is text. */
export function guessColumns(headings: readonly string[], rows: readonly string[][]): ColumnRole[] {
  const columns = headings.map((heading, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const share = (fits: (cell: string) => boolean) =>
      cells.length === 0 ? 0 : cells.filter(fits).length / cells.length
    return { at, heading, cells, share }
  })
  const roles: ColumnRole[] = columns.map(({ cells }) => (cells.length === 0 ? 'unused' : 'text'))
  const take = (role: ColumnRole, score: (column: (typeof columns)[number]) => number) => {
    const [best] = columns
      .filter(({ at }) => roles[at] === 'text')
      .map((column) => ({ at: column.at, score: score(column) }))
      .sort((a, b) => b.score - a.score || a.at - b.at)
    if (best !== undefined && best.score > 0) roles[best.at] = role
  }
  const named = (role: keyof typeof called, heading: string) => (called[role].test(heading) ? 1 : 0)

  take('date', ({ heading, cells, share }) => {
    const order = dateOrderOf(cells)
    const isDay = (cell: string) => dayOf(cell, order) !== undefined
    // Below the days may stand words: 'Total'.
    const figures = cells.filter((cell) => /\d/.test(cell))
    const fit = figures.length === 0 ? 0 : figures.filter(isDay).length / figures.length
    return fit < 0.7 || share(isDay) < 0.3 ? 0 : fit + named('date', heading)
  })
  take('amount', ({ heading, cells, share }) => {
    const decimal = decimalMarkOf(cells)
    const isAmount = (cell: string) => (centsOf(cell, decimal) ?? 0) !== 0
    const fit = share(isAmount)
    const marked = share((cell) => /[.,](?:\d\d|[-−–—])\D*$/.test(cell))
    const isIncome = share((cell) => (centsOf(cell, decimal) ?? 0) > 0) > 0
    const isNamed = called.amount.test(heading)
    // A statement may hold nothing but refunds.
    const isRefunds = isNamed && !notIncome.test(heading)
    // Most lines of an account may say that money went out, and nothing came in.
    const filled = isNamed ? cells.filter((cell) => !isNothing(cell)) : cells
    const isAmounts = filled.length > 0 && filled.filter(isAmount).length >= 0.5 * filled.length
    if (!isAmounts || !(isIncome || isRefunds) || !(marked > 0.5 || isNamed)) return 0
    return (
      fit + marked + 2 * named('amount', heading) - (notIncome.test(heading) ? 3 : 0) - (isIncome ? 0 : 1)
    )
  })
  const incomes = columns[roles.indexOf('amount')]
  take('paid_out', ({ at, heading, cells, share }) => {
    if (incomes === undefined || !called.paid_out.test(heading)) return 0
    const isAmount = (cell = '') => (centsOf(cell, decimalMarkOf(cells)) ?? 0) !== 0
    if (share((cell) => isNothing(cell) || centsOf(cell, decimalMarkOf(cells)) !== undefined) < 0.9) return 0
    // What came in and what went out stand on different lines, but for a slip that is shown as one.
    const both = rows.filter((row) => isAmount(row[at]) && isAmount(row[incomes.at])).length
    const either = rows.filter((row) => isAmount(row[at]) || isAmount(row[incomes.at])).length
    return both <= (credits.test(incomes.heading) ? 0.5 * either : 0) ? 1 : 0
  })
  take('currency', ({ heading, share }) => {
    // Without a heading that says so, three small letters may be any word.
    if (named('currency', heading) > 0) return share(isCurrency) < 0.5 ? 0 : 2
    const fit = share((cell) => /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})$/u.test(cell))
    return fit < 0.9 ? 0 : fit
  })
  take('direction', ({ heading, share }) => {
    const fit = share((cell) => outgoing.test(cell) || incoming.test(cell))
    return fit < 0.9 ? 0 : fit + named('direction', heading)
  })
  take('state', ({ heading, share }) => {
    const fit = share(isPaymentState)
    return fit < 0.5 || (fit < 0.9 && named('state', heading) === 0) ? 0 : fit + named('state', heading)
  })
  take('payer', ({ heading, share }) => {
    if (named('payer', heading) === 0) return 0
    return share((cell) => /\p{L}{2}/u.test(cell))
  })
  return roles.map((role, at) => {
    const column = columns[at]
    if (role !== 'text' || column === undefined) return role
    // Other dates, balances and fees say nothing of who paid for what.
    const decimal = decimalMarkOf(column.cells)
    const order = dateOrderOf(column.cells)
    const isNumber = column.share((cell) => centsOf(cell, decimal) !== undefined && /[.,]/.test(cell)) > 0.9
    const isDate = column.share((cell) => dayOf(cell, order) !== undefined) > 0.9
    return isNumber || isDate ? 'unused' : 'text'
  })
}

/** Whether a cell of a direction column says that money left. */
export function saysOutgoing(cell: string): boolean {
  return outgoing.test(cell.trim())
}
