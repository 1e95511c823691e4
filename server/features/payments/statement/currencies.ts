/** The currencies that a sign or word may stand for, the likeliest first; in capitals. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'CLP', 'COP', 'ARS'],
  DOLLARS: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD'],
  DOLLAR: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  AU$: ['AUD'],
  A$: ['AUD'],
  NZ$: ['NZD'],
  S$: ['SGD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  MX$: ['MXN'],
  R$: ['BRL'],
  '€': ['EUR'],
  EUROS: ['EUR'],
  EURO: ['EUR'],
  '£': ['GBP', 'EGP', 'LBP'],
  POUNDS: ['GBP', 'EGP', 'LBP'],
  POUND: ['GBP', 'EGP', 'LBP'],
  '¥': ['JPY', 'CNY'],
  FRANKEN: ['CHF'],
  FRANCS: ['CHF', 'XAF', 'XOF'],
  SFR: ['CHF'],
  FR: ['CHF'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  FT: ['HUF'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '₱': ['PHP'],
  '₦': ['NGN'],
}

const codes = new Set(Intl.supportedValuesOf('currency'))
/** Codes that are words of headings too, unless in capitals. */
const plainWords = new Set(['ALL', 'CUP', 'MAD', 'PEN', 'TOP', 'TRY'])
const wordsAndSigns = /[A-Z]{1,2}\$|\p{Sc}|\p{L}+/gu
/** Credit and debit, written on to a currency. */
const direction = /(?:CR|DR|CREDIT|DEBIT|[SH])$/

const oneMark = [
  ...Object.keys(meanings)
    .filter((mark) => /^\p{L}+$/u.test(mark))
    .sort((a, b) => b.length - a.length)
    .map((word) => `${word}\\.?`),
  '[A-Z]{1,2}\\$|[A-Z]{3}|\\p{Sc}',
].join('|')
/** A currency before or behind an amount that is in capitals and without spaces. */
export const currencyAround = new RegExp(`^(?:${oneMark})|(?:${oneMark})$`, 'gu')

/** What one mark may mean; several marks each say something. */
type Said = readonly (readonly string[])[]

/** The currencies that the cell of an amount or of a currency names: `$320.00`, `320 CHF`, `Euro`. */
export function currenciesIn(cell: string): Said {
  const marks = cell.normalize('NFKC').toUpperCase().match(wordsAndSigns) ?? []
  return marks.flatMap((mark) => {
    const meant = meanings[mark] ?? codeIn(mark) ?? codeIn(mark.replace(direction, ''))
    return meant === undefined ? [] : [meant]
  })
}

/** ISO 4217: no currency that is known. */
export const NO_CURRENCY = 'XXX'

/** Whether a cell is a currency and nothing else: `EUR`, `usd`, `€`, `US Dollar`. */
export function isCurrency(cell: string): boolean {
  const marks = cell.normalize('NFKC').toUpperCase().match(wordsAndSigns) ?? []
  const isOne = (mark: string) => mark in meanings || codes.has(mark) || /^\p{Sc}$/u.test(mark)
  return marks.length > 0 && marks.length <= 3 && marks.some(isOne) && !/\d/.test(cell)
}

/** The currencies that the heading of a column names: `Amount (USD)`, `Betrag in CHF`, `amount_eur`. */
export function currenciesInHeading(heading: string): Said {
  const apart = heading.normalize('NFKC').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const marks = apart.match(/[A-Za-z]{1,2}\$|\p{Sc}|\p{L}+/gu) ?? []
  return marks.flatMap((mark) => {
    const code = mark.toUpperCase()
    const isCode = codes.has(code) && (mark === code || !plainWords.has(code))
    const meant = meanings[code] ?? (isCode ? [code] : undefined)
    return meant === undefined ? [] : [meant]
  })
}

/**
 * The one currency that all of it can mean, `home`, the fee's, before others. Where it disagrees, one that is not the
 * fee's, so that a person looks at it. Null where nothing is said.
 */
export function settled(said: Said, home: string | undefined): string | null {
  const [first = [], ...others] = said
  const common = first.filter((one) => others.every((list) => list.includes(one)))
  if (home !== undefined && common.includes(home)) return home
  return common[0] ?? said.flatMap(([likeliest = '']) => likeliest).find((one) => one !== home) ?? null
}

/** Three letters, or a sign of a currency that is not listed. */
function codeIn(mark: string): readonly string[] | undefined {
  return /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc})$/u.test(mark) ? [mark] : undefined
}
