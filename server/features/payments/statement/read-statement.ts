import { createHash } from 'node:crypto'
import { AppError } from '#server/core/app-error.ts'
import { dateOrderOf, dayOf } from '#server/core/csv/dates.ts'
import { decode } from '#server/core/csv/decode.ts'
import { commonest, readTable, type TableRow } from '#server/core/csv/read-table.ts'
import { cutTo } from '#shared/core/cut-to.ts'
import { BETWEEN_CELLS } from '#shared/core/paper-ids.ts'
import { exportHeadings } from '#shared/payments/export-headings.ts'
import {
  type ColumnRole,
  LINES_MAX,
  type Reading,
  type ReadingGiven,
} from '#shared/payments/import-contract.ts'
import { centsOf, decimalMarkOf } from './amounts.ts'
import { currenciesIn, currenciesInHeading, NO_CURRENCY, settled } from './currencies.ts'
import { guessColumns, saysOutgoing } from './guess-columns.ts'
import { saysArrived, saysGone } from './payment-states.ts'

/** One line of a statement, as far as it could be read. */
export interface StatementLine {
  /** The line of the file on which it stands. */
  line: number
  /** SHA-256 over its cells, base64url; the same in whatever dialect the file is written. */
  hash: string
  /** How many equal lines of the file stand before it, and itself: two equal payments are two. */
  occurrence: number
  /** `2026-03-02` */
  date: string | null
  /** What came in, in cents; negative: what went out; null: no amount stands there, or none that can be read. */
  cents: number | null
  /** What is written for an amount, where it cannot be read as one. */
  unreadable: string | null
  /** Three letters or a sign, as the amount's cell, the column of currencies or else the heading says; null: none does. */
  currency: string | null
  payer: string
  /** Every text of the line. */
  text: string
  /** False where the line says that it was refunded, failed or is not there yet; of money that went out, that it is not gone. */
  arrived: boolean
  /** The state as it is written, where a column holds it. */
  state: string
  /** It stands in the list of payments that the portal itself exports. */
  exported: boolean
  /** It has no day where others have one, as a sum below them. */
  undated: boolean
}

/** What helps in reading: of several readings the likelier one is taken. */
export interface Likely {
  /** The fee's currency: meant where a sign such as `$` may mean it. */
  home?: string | undefined
  /** `2026-03-02`: nothing was paid after it. */
  today?: string | undefined
}

/** As many rows as the columns are guessed from. */
const LOOKED_AT = 500
const SAMPLES = 3

/**
 * Reads a bank's or payment page's CSV in whatever dialect: what `given` does not say is guessed. Refuses 422 for what is
 * no table, holds no amount, has too many lines, or names a column twice.
 */
export function readStatement(
  bytes: Uint8Array,
  given: ReadingGiven,
  { home, today }: Likely = {},
): { reading: Reading; lines: StatementLine[] } {
  const { text, encoding } = decode(bytes, given.encoding)
  const { rows, separator } = readTable(text, given.separator)
  if (rows.length === 0) throw new AppError('invalid', 'The file is empty.')
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const heading = given.heading === undefined ? guessHeading(rows) : given.heading
  const at = heading === null ? -1 : rows.findIndex(({ line }) => line >= heading)
  const headings = Array.from({ length: width }, (_, column) => rows[at]?.cells[column] ?? '')
  const data = rows.slice(at + 1)
  if (data.length > LINES_MAX) {
    throw new AppError('invalid', `Use at most ${LINES_MAX.toLocaleString('en')} lines at a time.`)
  }
  // One column alone may be a wrong separator, which a person can correct.
  if (data.length === 0 || (width > 1 && !data.some(({ cells }) => cells.some(isMoney)))) {
    throw new AppError('invalid', 'The file has no lines with an amount. Choose one that has payments in it.')
  }
  const sample = data.slice(0, LOOKED_AT).map(({ cells }) => cells)
  const roles = fitting(given.columns, width) ?? guessColumns(headings, sample)
  const cellsAs = (role: ColumnRole) => {
    const column = roles.indexOf(role)
    return column < 0 ? [] : sample.map((cells) => cells[column] ?? '').filter((cell) => cell !== '')
  }
  const decimal = given.decimal ?? decimalMarkOf([...cellsAs('amount'), ...cellsAs('paid_out')])
  const dateOrder = given.dateOrder ?? dateOrderOf(cellsAs('date'), today)
  const reading: Reading = {
    encoding,
    separator,
    heading: heading === null ? null : (rows[at]?.line ?? null),
    decimal,
    dateOrder,
    columns: roles.map((role, column) => ({
      heading: headings[column] ?? '',
      role,
      samples: sample
        .map((cells) => cells[column] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, SAMPLES)
        .map((cell) => cell.slice(0, 80)),
    })),
  }
  return { reading, lines: linesOf(data, roles, reading, home) }
}

/**
 * The row of headings: the one above the first row with a day and an amount, as statements may begin with the account's
 * name and balance. Null where there is none.
 */
function guessHeading(rows: readonly TableRow[]): number | null {
  const width = commonest(rows.slice(0, LOOKED_AT).map(({ cells }) => cells.length))
  const isData = ({ cells }: TableRow) =>
    Math.abs(cells.length - width) <= 1 && cells.some(isDay) && cells.some(isMoney)
  const first = rows.findIndex(isData)
  const above = first < 0 ? rows[0] : rows[first - 1]
  if (above === undefined) return null
  const filled = above.cells.filter((cell) => cell !== '')
  const isWords =
    filled.length >= Math.min(2, width) && !above.cells.some((cell) => isDay(cell) || /^\W*\d/.test(cell))
  return isWords ? above.line : null
}

const isDay = (cell: string) => dayOf(cell, 'dmy') !== undefined || dayOf(cell, 'mdy') !== undefined
const isMoney = (cell: string) =>
  /\d/.test(cell) && centsOf(cell, decimalMarkOf([cell])) !== undefined && !isDay(cell)

/** What at most one column can be, and how it is said. */
const single: readonly [ColumnRole, string][] = [
  ['date', 'date'],
  ['amount', 'amount'],
  ['paid_out', 'amount that went out'],
  ['currency', 'currency'],
  ['direction', 'direction'],
  ['state', 'state'],
]

/** The columns as said, if they can be those of this file. */
function fitting(columns: readonly ColumnRole[] | undefined, width: number): ColumnRole[] | undefined {
  if (columns === undefined) return undefined
  for (const [role, name] of single) {
    if (columns.filter((one) => one === role).length > 1) {
      throw new AppError('invalid', `Only one column can be the ${name}.`)
    }
  }
  return Array.from({ length: width }, (_, at) => columns[at] ?? 'unused')
}

function linesOf(
  rows: readonly TableRow[],
  roles: readonly ColumnRole[],
  reading: Reading,
  home: string | undefined,
): StatementLine[] {
  const [date, cameIn, wentOut, currency, direction, state] = (
    ['date', 'amount', 'paid_out', 'currency', 'direction', 'state'] as const
  ).map((role) => roles.indexOf(role))
  const seen = new Map<string, number>()
  const exported = Object.values(exportHeadings).every((name) =>
    reading.columns.some(({ heading }) => heading === name),
  )
  return rows.map(({ line, cells }) => {
    const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
    const texts = (...wanted: ColumnRole[]) =>
      cells
        .filter((one, at) => one !== '' && wanted.includes(roles[at] ?? 'unused'))
        .map((one) => one.replace(/\p{Bidi_Control}+/gu, ''))
    const hash = hashOf(cells)
    const occurrence = (seen.get(hash) ?? 0) + 1
    seen.set(hash, occurrence)
    // Of two columns the one that is filled counts; where both are, nobody knows which is meant.
    const filled = [cameIn, wentOut].filter((one) => (centsOf(cell(one), reading.decimal) ?? 0) !== 0)
    const [amount = cameIn] = filled
    const written = filled.length > 1 ? null : (centsOf(cell(amount), reading.decimal) ?? null)
    const isOut = amount === wentOut || saysOutgoing(cell(direction))
    const cents = written !== null && written > 0 && isOut ? -written : written
    // Three letters are a currency beside an amount alone.
    const inLine = [...(written === null ? [] : currenciesIn(cell(amount))), ...currenciesIn(cell(currency))]
    const said =
      inLine.length > 0 ? inLine : currenciesInHeading(reading.columns[amount ?? -1]?.heading ?? '')
    // Words that are not known never pass for the fee's currency.
    const isForeign = said.length === 0 && cell(currency) !== ''
    const says = (cents ?? 0) < 0 ? saysGone : saysArrived
    return {
      line,
      hash,
      occurrence,
      date: dayOf(cell(date), reading.dateOrder) ?? null,
      cents,
      unreadable:
        cents === null ? wordsIn(filled.length > 1 ? filled.map(cell).join(' / ') : cell(amount)) : null,
      currency: isForeign ? NO_CURRENCY : settled(said, home),
      payer: cutTo(texts('payer').join(' '), 200),
      text: cutTo(texts('text', 'payer').join(BETWEEN_CELLS), 1000),
      arrived: !roles.includes('state') || says(cell(state)),
      state: roles.includes('state') ? cutTo(cell(state), 80) : '',
      exported,
      undated: roles.includes('date') && !/\d/.test(cell(date)),
    }
  })
}

/** What is written for an amount, to be shown; null where no letter or figure stands there. */
function wordsIn(written: string): string | null {
  return /[\p{L}\p{N}]/u.test(written) ? cutTo(written, 80) : null
}

function hashOf(cells: readonly string[]): string {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  return createHash('sha256').update(JSON.stringify(filled).normalize('NFC')).digest('base64url')
}
