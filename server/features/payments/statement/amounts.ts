import { currencyAround } from './currencies.ts'

/** How a statement writes its amounts: what stands before the cents. */
type DecimalMark = '.' | ','

/** What one payment can be at most; a longer number is none. */
const MOST_CENTS = 99_999_999_999
/** Spaces of every kind and the apostrophes that group thousands in Switzerland. */
const GROUPING = /[\s'’]/g
/** A round sum as it is written in Switzerland and Germany: `320.-`, `320,--`. The dash stands for the cents. */
const ROUND = /(?<=\d)([.,])-+(?!\d)/

/**
 * An amount as statements write it, in cents: `1.234,50`, `1'234.50`, `250,00 EUR`, `(250.00)`, `250.00-`, `−250`, `250 DR`,
 * `250.-`. Undefined for what is none.
 */
export function centsOf(text: string, decimal: DecimalMark): number | undefined {
  const { digits, negative } = plainNumber(text)
  const other = decimal === '.' ? ',' : '.'
  const [written = '', fraction = '', ...rest] = digits.split(decimal)
  const groups = written.split(other)
  // `1 320,00` is no amount where the point stands before the cents.
  if (groups.length > 1 && !isGrouped(groups)) return undefined
  const whole = groups.join('')
  if (rest.length > 0 || !/^\d{1,12}$/.test(whole) || !/^\d{0,6}$/.test(fraction)) return undefined
  const cents = Math.round(Number(`${whole}.${fraction || '0'}`) * 100)
  if (cents > MOST_CENTS) return undefined
  return negative ? -cents : cents
}

/** Which mark a column of amounts uses; a mark with one or two digits behind it, or behind the other, tells. */
export function decimalMarkOf(cells: readonly string[]): DecimalMark {
  let [points, commas] = [0, 0]
  for (const cell of cells) {
    const mark = markOf(plainNumber(cell).digits)
    if (mark === '.') points += 1
    if (mark === ',') commas += 1
  }
  return commas > points ? ',' : '.'
}

/** Thousands as they are grouped anywhere: `1.234.567`, in India `12,34,567`. */
function isGrouped(groups: readonly string[]): boolean {
  const [first = '', ...others] = groups
  const last = others.pop() ?? ''
  return first.length <= 3 && last.length === 3 && others.every(({ length }) => length === 3 || length === 2)
}

function markOf(digits: string): DecimalMark | undefined {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const at = Math.max(comma, point)
  if (at < 0) return undefined
  const mark = comma >= 0 ? ',' : '.'
  const isRepeated = digits.indexOf(mark) !== at
  const looksGrouped = digits.length - at - 1 === 3
  if (isRepeated || looksGrouped) return mark === ',' ? '.' : ','
  return mark
}

function plainNumber(text: string): { digits: string; negative: boolean } {
  let rest = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(GROUPING, '')
    .replace(/[−‐‒–—]/g, '-')
  // IDR and XDR are currencies.
  const debit = /(?:(?<![IX])DR|DEBIT|(?<=\d)S)$/.test(rest) && /\d/.test(rest)
  rest = rest.replace(/(?:CR|(?<![IX])DR|DEBIT|CREDIT|(?<=\d)[SH])$/, '').replace(ROUND, '$100')
  const bracketed = rest.startsWith('(') && rest.endsWith(')')
  if (bracketed) rest = rest.slice(1, -1)
  let negative = debit || bracketed
  // Sign and currency stand in either order, before or behind.
  for (let turn = 0; turn < 2; turn += 1) {
    rest = rest.replace(currencyAround, '')
    if (rest.startsWith('-') || rest.endsWith('-')) negative = true
    rest = rest.replace(/^[+-]|[+-]$/g, '')
  }
  return { digits: rest, negative }
}
