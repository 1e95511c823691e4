import { describe, expect, test } from 'vitest'
import { dateOrderOf, dayOf } from '#server/core/csv/dates.ts'
import { LINES_MAX, type ReadingGiven } from '#shared/payments/import-contract.ts'
import { centsOf, decimalMarkOf } from './amounts.ts'
import { readStatement } from './read-statement.ts'

/** What every dialect below says: one payment in, one out, and another in. */
const wanted = [
  ['2026-03-02', 125_050, 'Zoë Müller', 'P26-0007-I'],
  ['2026-03-03', -4_000, 'Café Ωmega', 'Apéro'],
  ['2026-03-14', 25_000, 'Łukasz Öz', 'P26-0008-G'],
] as const

function read(file: string | Buffer, given: ReadingGiven = {}) {
  return readStatement(typeof file === 'string' ? Buffer.from(file) : file, given)
}

function facts(file: string | Buffer, given?: ReadingGiven) {
  return read(file, given).lines.map(({ date, cents, payer, text }) => [
    date,
    cents,
    payer,
    wanted.map(([, , , word]) => word).find((word) => text.includes(word)),
  ])
}

const plain =
  'Date,Amount,Payer,Text\n2026-03-02,1250.50,Zoë Müller,Fee P26-0007-I\n2026-03-03,-40.00,Café Ωmega,Apéro\n2026-03-14,250.00,Łukasz Öz,P26-0008-G\n'

const dialects: Record<string, string | Buffer> = {
  'comma, point, year first': plain,
  'semicolons, decimal comma, German, a preamble and a footer': [
    'Konto;CH93 0076 2011 6238 5295 7',
    'Zeitraum;01.03.2026 - 31.03.2026',
    '',
    'Buchungstag;Valuta;Auftraggeber;Verwendungszweck;Betrag;Währung;Saldo',
    '"02.03.2026";"02.03.2026";"Zoë Müller";"Fee P26-0007-I";"1.250,50";"EUR";"1.250,50"',
    '"03.03.2026";"03.03.2026";"Café Ωmega";"Apéro";"-40,00";"EUR";"1.210,50"',
    '"14.03.2026";"14.03.2026";"Łukasz Öz";"P26-0008-G";"250,00";"EUR";"1.460,50"',
  ].join('\r\n'),
  'tabs, apostrophes in thousands, day first':
    "Datum\tName\tText\tGutschrift\tBelastung\n2.3.2026\tZoë Müller\tFee P26-0007-I\t1'250.50\t\n3.3.2026\tCafé Ωmega\tApéro\t\t40.00\n14.3.2026\tŁukasz Öz\tP26-0008-G\t250.00\t\n",
  'pipes, debit and credit marked, day and month in words':
    'Booked|CdtDbt|Amount|Ccy|Sender name|Reference\n2 Mar 2026|CRDT|1,250.50|USD|Zoë Müller|Fee P26-0007-I\n3 Mar 2026|DBIT|40.00|USD|Café Ωmega|Apéro\n14 Mar 2026|CRDT|250.00|USD|Łukasz Öz|P26-0008-G\n',
  'American dates, currency signs':
    '"Date","Time","Name","Type","Gross","Fee","Net","Subject"\n"3/2/2026","09:15:00","Zoë Müller","Payment","$1,250.50","-$1.20","$1,249.30","Fee P26-0007-I"\n"3/3/2026","10:00:00","Café Ωmega","Payment","($40.00)","$0.00","($40.00)","Apéro"\n"3/14/2026","23:59:59","Łukasz Öz","Payment","$250.00","-$0.30","$249.70","P26-0008-G"\n',
  'no headings, a time of day':
    '2026-03-02T10:00:00Z;Zoë Müller;Fee P26-0007-I;1250,50\n2026-03-03T11:00:00Z;Café Ωmega;Apéro;-40,00\n2026-03-14T12:00:00Z;Łukasz Öz;P26-0008-G;250,00\n',
  'single quotation marks, compact dates':
    "'date';'amount';'payer';'text'\n'20260302';'1250.50';'Zoë Müller';'Fee; P26-0007-I'\n'20260303';'40.00-';'Café Ωmega';'Apéro'\n'20260314';'250.00';'Łukasz Öz';'P26-0008-G'\n",
  'the separator said as Excel does, stray quotation marks':
    'sep=;\nDate;Amount;Payer;Text\n2026-03-02;1250.50;Zoë Müller;5" pipe P26-0007-I\n2026-03-03;-40.00;Café Ωmega;Apéro\n2026-03-14;250.00;Łukasz Öz;P26-0008-G\n',
  'a quotation mark that never ends':
    'Date,Amount,Payer,Text\n2026-03-02,1250.50,Zoë Müller,"P26-0007-I\n2026-03-03,-40.00,Café Ωmega,Apéro\n2026-03-14,250.00,Łukasz Öz,P26-0008-G\n',
  'line breaks in cells, old Mac line ends': plain
    .replace('Fee P26', '"Fee\nP26')
    .replace('07-I', '07-I"')
    .replaceAll('\n2026', '\r2026'),
  'UTF-8 with a mark': `\ufeff${plain}`,
  'UTF-16, little end first, with a mark': Buffer.from(`\ufeff${plain}`, 'utf16le'),
  'UTF-16, big end first, with a mark': Buffer.from(`\ufeff${plain}`, 'utf16le').swap16(),
  'UTF-16 without a mark': Buffer.from(plain, 'utf16le'),
}

describe.each(Object.entries(dialects))('%s', (_, file) => {
  test('is read as it is meant', () => {
    const shown = facts(file)
    const hasPayer = read(file).reading.columns.some(({ role }) => role === 'payer')
    expect(shown).toEqual(
      wanted.map(([date, cents, payer, word]) => [date, cents, hasPayer ? payer : '', word]),
    )
  })
})

describe('credit and debit in two columns', () => {
  const cents = (file: string, given?: ReadingGiven) => read(file, given).lines.map((line) => line.cents)
  const roles = (file: string) => read(file).reading.columns.map(({ role }) => role)

  test.each([
    ['Date,Text,Debit,Credit', '2026-03-02,Fee,,250.00\n2026-03-03,Refund,40.00,\n'],
    ['Date,Text,Money out,Money in', '2026-03-02,Fee,0.00,250.00\n2026-03-03,Refund,40.00,0.00\n'],
    ['Fecha;Concepto;Cargos;Abonos', '02/03/2026;Fee;;250,00\n03/03/2026;Refund;-40,00;\n'],
    ['Datum;Text;Soll (EUR);Haben (EUR)', '02.03.2026;Fee;;250,00\n03.03.2026;Refund;40,00;\n'],
  ])('%s', (heading, rows) => {
    expect(roles(`${heading}\n${rows}`)).toEqual(['date', 'text', 'paid_out', 'amount'])
    expect(cents(`${heading}\n${rows}`)).toEqual([25_000, -4_000])
  })

  test.each([
    ['nothing', ''],
    ['zero', '0.00'],
    ['a dash', '-'],
  ])('are found where more lines go out than come in, and %s stands for nothing', (_, empty) => {
    const out = [1, 2, 3, 4, 5].map((day) => `2026-03-0${day},Rent,1${day}.00,${empty}\n`).join('')
    const file = `Date,Text,Debit,Credit\n${out}2026-03-06,Fee,${empty},250.00\n`
    expect(roles(file)).toEqual(['date', 'text', 'paid_out', 'amount'])
    expect(cents(file)).toEqual([-1100, -1200, -1300, -1400, -1500, 25_000])
  })

  test.each(['Debit,Credit', 'Soll,Haben', 'Débit,Crédit', 'Money out,Money in', 'Cargo,Abono'])(
    '%s are found although a line fills both',
    (headings) => {
      const file = `Date,Text,${headings}\n2026-03-02,Fee,,250.00\n2026-03-03,Both,5.00,320.00\n2026-03-04,Refund,320.00,\n`
      expect(roles(file)).toEqual(['date', 'text', 'paid_out', 'amount'])
      expect(cents(file)).toEqual([25_000, null, -32_000])
    },
  )

  test('what is written a second time beside each amount is no column of its own', () => {
    const file = 'Date,Text,Amount,Debit\n2026-03-02,Fee,250.00,\n2026-03-03,Rent,-40.00,40.00\n'
    expect(roles(file)).toEqual(['date', 'text', 'amount', 'unused'])
    expect(cents(file)).toEqual([25_000, -4000])
  })

  test('a fee or what was refunded beside each amount is no column of its own', () => {
    const file = 'Date,Text,Amount,Debit card fee\n2026-03-02,Fee,250.00,1.20\n2026-03-03,Paper,40.00,0.30\n'
    expect(roles(file)).toEqual(['date', 'text', 'amount', 'unused'])
    expect(cents(file)).toEqual([25_000, 4_000])
  })

  test('a line that fills both is shown with both, and counts for neither', () => {
    const file = 'Date,Text,Debit,Credit\n2026-03-02,Fee,,250.00\n2026-03-03,Both,40.00,70.00\n'
    const columns: ReadingGiven['columns'] = ['date', 'text', 'paid_out', 'amount']
    expect(read(file, { columns }).lines.map((line) => [line.cents, line.unreadable])).toEqual([
      [25_000, null],
      [null, '70.00 / 40.00'],
    ])
  })
})

test('Latin-1 is read as such, and another encoding can be said', () => {
  const latin = Buffer.from(
    'Datum;Betrag;Name;Text\n02.03.2026;250,00;Zo\xeb M\xfcller;P26-0007-I\n',
    'latin1',
  )
  expect(read(latin).reading.encoding).toBe('windows-1252')
  expect(read(latin).lines[0]?.payer).toBe('Zoë Müller')
  const polish = Buffer.from('Data;Kwota;Name;Text\n02.03.2026;250,00;\xa3ukasz;P26-0007-I\n', 'latin1')
  expect(read(polish, { encoding: 'windows-1250' }).lines[0]?.payer).toBe('Łukasz')
})

test('what is guessed can be corrected', () => {
  const file = 'A,B,C\n03/04/2026,"1,234",P26-0007-I\n05/06/2026,"2,345",P26-0008-G\n'
  const guessed = read(file)
  expect(guessed.reading.dateOrder).toBe('dmy')
  const corrected = read(file, {
    dateOrder: 'mdy',
    decimal: ',',
    columns: ['date', 'amount', 'text'],
    heading: 1,
  })
  expect(corrected.lines.map(({ date, cents }) => [date, cents])).toEqual([
    ['2026-03-04', 123],
    ['2026-05-06', 235],
  ])
  expect(() => read(file, { columns: ['amount', 'amount', 'text'] })).toThrow(
    'Only one column can be the amount.',
  )
})

test('a line is the same line in every dialect, and equal lines are told apart by their number', () => {
  const lines = 'Date,Amount,Text\n2026-03-02,250.00,P26-0007-I\n2026-03-02,250.00,P26-0007-I\n'
  const [first, second] = read(lines).lines
  expect([first?.occurrence, second?.occurrence]).toEqual([1, 2])
  expect(second?.hash).toBe(first?.hash)
  const other = Buffer.from(`\ufeff${lines.replaceAll(',', ';')}`, 'utf16le')
  expect(read(other).lines[0]?.hash).toBe(first?.hash)
})

test('a workbook, a picture and an empty file are refused with the reason', () => {
  expect(() => read(Buffer.from('PK\u0003\u0004…'))).toThrow('This is a workbook, not a CSV.')
  expect(() => read(Buffer.from([0x89, 0x50, 0, 0, 0, 0x0d, 0, 0, 0, 1]))).toThrow('This is no text file.')
  expect(() => read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toThrow('This is a workbook, not a CSV.')
  expect(() => read('%PDF-1.7\n1 0 obj')).toThrow('This is a PDF, not a CSV.')
  expect(() => read('%PDF-1.7\n1 0 obj', { encoding: 'utf-8' })).toThrow('This is a PDF, not a CSV.')
  expect(() => read(Buffer.from(Array.from({ length: 512 }, (_, at) => (at % 255) + 1)))).toThrow(
    'This is no text file.',
  )
  expect(() => read('\n\n')).toThrow('The file is empty.')
  expect(read(plain.replace('Apéro', 'Ap\u0002éro')).lines).toHaveLength(3)
})

test.each([
  ['1 320,00', '.'],
  ['320,00', '.'],
  ['1.5', ','],
  ['1,23,45', '.'],
] as const)('the amount %s cannot be read where %s stands before the cents', (text, decimal) => {
  expect(centsOf(text, decimal)).toBeUndefined()
})

test('the most lines are those of payments: headings are not counted', () => {
  const file = (lines: number) => `Date;Amount;Text\n${'2026-03-02;1.00;x\n'.repeat(lines)}`
  expect(read(file(LINES_MAX)).lines).toHaveLength(LINES_MAX)
  expect(() => read(file(LINES_MAX + 1))).toThrow('Use at most 50,000 lines at a time.')
})

test.each([
  'Date;Amount;Payer;Text\n',
  'Account;Period\n\nDate;Amount;Payer;Text\n',
  'Date;Amount;Text\n2026-03-02;;P26-0007-I\n',
])('a file without any amount is refused at once: %j', (file) => {
  expect(() => read(file)).toThrow('The file has no lines with an amount.')
})

test.each([
  ['1.234,50', 123_450],
  ["1'234.50", 123_450],
  ['1 234,50', 123_450],
  ['1,234.50', 123_450],
  ['250', 25_000],
  ['250.5', 25_050],
  ['250,00 EUR', 25_000],
  ['EUR 250.00', 25_000],
  ['€250.00', 25_000],
  ['-€250.00', -25_000],
  ['€-250.00', -25_000],
  ['+250.00', 25_000],
  ['250.00-', -25_000],
  ['−250,00', -25_000],
  ['(250.00)', -25_000],
  ['250.00 DR', -25_000],
  ['250.00 CR', 25_000],
  ['250,00 S', -25_000],
  ['1.234.567,89', 123_456_789],
  ['320.-', 32_000],
  ['320.–', 32_000],
  ['320.—', 32_000],
  ['320.--', 32_000],
  ['320,-', 32_000],
  ['320,--', 32_000],
  ['320,- €', 32_000],
  ["CHF 1'320.-", 132_000],
  ['1.320,- EUR', 132_000],
  ['Fr. 320.50', 32_050],
  ['US$ 320.00', 32_000],
  ['320 Euros', 32_000],
  ['320.00 IDR', 32_000],
  ['-320.-', -32_000],
  ['(320.-)', -32_000],
  ['-320.00', -32_000],
  ['320.00-', -32_000],
  ['320.00 -', -32_000],
  ['(320.00)', -32_000],
  ['−320', -32_000],
  ['$-320.00', -32_000],
  ['12,34,567.00', 123_456_700],
  ['two', undefined],
  ['', undefined],
  ['2026-03-02', undefined],
])('the amount %s', (text, cents) => {
  expect(centsOf(text, decimalMarkOf([text]))).toBe(cents)
})

test.each([
  ['$320.00', '', 'Amount', 'USD'],
  ['320.00 USD', '', 'Amount', 'USD'],
  ['£320.00', '', 'Amount', 'GBP'],
  ['CHF 320.00', '', 'Amount', 'CHF'],
  ['Fr. 320.-', '', 'Amount', 'CHF'],
  ['320.00 chf', '', 'Amount', 'CHF'],
  ['US$320.00', '', 'Amount', 'USD'],
  ['320.00USD CR', '', 'Amount', 'USD'],
  ['€ 320', '', 'Amount', 'EUR'],
  ['320 euros', '', 'Amount', 'EUR'],
  ['₿ 1.00', '', 'Amount', '₿'],
  ['320.00', '', 'Amount', null],
  ['320.00 CR', '', 'Amount', null],
  // The column of currencies; where cell and column disagree, the one that is not the fee's.
  ['320.00', 'usd', 'Amount', 'USD'],
  ['320.00', '£', 'Amount', 'GBP'],
  ['€320.00', 'EUR', 'Amount', 'EUR'],
  ['$320.00', 'EUR', 'Amount', 'USD'],
  ['€320.00', 'USD', 'Amount', 'USD'],
  ['$320.00', 'CAD', 'Amount', 'CAD'],
  // The heading counts where neither says it.
  ['320.00', '', 'Amount (USD)', 'USD'],
  ['320.00', '', 'Betrag in CHF', 'CHF'],
  ['320.00', '', 'amount_gbp', 'GBP'],
  ['320.00', '', 'AmountUSD', 'USD'],
  ['320.00', '', 'Amount in £', 'GBP'],
  ['320.00', '', 'Betrag in Euro', 'EUR'],
  ['320.00', '', 'Amount (all, net)', null],
  ['320.00', 'EUR', 'Amount (USD)', 'EUR'],
  ['€320.00', '', 'Amount (USD)', 'EUR'],
])('the currency of %s with column %s below %s', (amount, column, heading, currency) => {
  const file = `Date;${heading};Currency;Text\n2026-03-02;${amount};${column};P26-0007-I\n`
  const columns = ['date', 'amount', 'currency', 'text'] as const
  const [line] = readStatement(Buffer.from(file), { columns: [...columns] }, { home: 'EUR' }).lines
  expect([line?.currency, (line?.cents ?? 0) > 0]).toEqual([currency, true])
})

test('a sign means the fee’s currency where it may', () => {
  const currencyFor = (home?: string) =>
    readStatement(Buffer.from('Date;Amount;Text\n2026-03-02;$320.00;P26-0007-I\n'), {}, { home }).lines[0]
      ?.currency
  expect(['CAD', 'EUR', undefined].map(currencyFor)).toEqual(['CAD', 'USD', 'USD'])
})

test.each(['320.-', '320.–', '320,--', 'CHF 320.-'])('a column of %s is that of the amounts', (amount) => {
  const { reading, lines } = read(`2026-03-02;Zoë;${amount}\n2026-03-03;Ada;${amount}\n`)
  expect(reading.columns.map(({ role }) => role)).toEqual(['date', 'text', 'amount'])
  expect(lines.map(({ cents }) => cents)).toEqual([32_000, 32_000])
})

test('a column’s other amounts say how 1.234 is meant', () => {
  expect(decimalMarkOf(['1.234', '99,50'])).toBe(',')
  expect(decimalMarkOf(['1,234', '99.50'])).toBe('.')
})

test.each([
  ['02.03.2026', '2026-03-02'],
  ['2/3/26', '2026-03-02'],
  ['2026-03-02 10:15', '2026-03-02'],
  ['20260302', '2026-03-02'],
  ['2 mars 2026', '2026-03-02'],
  ['02-Mär-2026', '2026-03-02'],
  ['Mar 2, 2026', '2026-03-02'],
  ['31.02.2026', undefined],
  ['250.00', undefined],
])('the day %s', (text, day) => {
  expect(dayOf(text, 'dmy')).toBe(day)
})

test('a day above twelve says the order of a whole column', () => {
  expect(dateOrderOf(['03/04/2026', '03/14/2026'])).toBe('mdy')
  expect(dateOrderOf(['03/04/2026', '14/03/2026'])).toBe('dmy')
})

test('what a payment page calls refunded, failed or pending did not arrive', () => {
  const file = [
    'id,Created (UTC),Amount,Amount Refunded,Currency,Fee,Customer Email,Description,Status',
    'ch_1,2026-03-02 10:00:00,320.00,0.00,eur,9.58,a@x.example,P26-0007-I,Paid',
    'ch_2,2026-03-02 11:00:00,320.00,320.00,eur,9.58,b@x.example,P26-0008-G,Refunded',
    'ch_3,2026-03-02 12:00:00,320.00,0.00,eur,0.00,c@x.example,P26-0007-I,Failed',
    'ch_4,2026-03-02 13:00:00,320.00,0.00,eur,0.00,d@x.example,P26-0007-I,under_review',
  ].join('\n')
  const { reading, lines } = read(file)
  expect(reading.columns.find(({ role }) => role === 'state')?.heading).toBe('Status')
  expect(lines.map(({ arrived }) => arrived)).toEqual([true, false, false, false])
  const words = 'Datum;Betrag;Zustand;Text\n02.03.2026;1,00;Bezahlt;A\n03.03.2026;1,00;zurückgebucht;B\n'
  expect(read(words).lines.map(({ arrived }) => arrived)).toEqual([true, false])
  // A column of other words is none of states, and a person can say so of one that is.
  expect(read(words.replace('Bezahlt', 'Anna').replace('zurückgebucht', 'Ben')).lines[1]?.arrived).toBe(true)
  expect(read(words, { columns: ['date', 'amount', 'text', 'text'] }).lines[1]?.arrived).toBe(true)
})

test('of two orders that fit, dates in the future speak against one', () => {
  const file = 'Date,Amount,Text\n11/12/2026,1.00,A\n11/10/2026,1.00,B\n'
  const orderOn = (today?: string) => readStatement(Buffer.from(file), {}, { today }).reading.dateOrder
  expect([orderOn('2026-11-23'), orderOn('2027-01-10'), orderOn()]).toEqual(['mdy', 'dmy', 'dmy'])
})

test('sums below the lines neither hide the dates nor pass for payments', () => {
  const file = [
    'Datum;Text;Betrag',
    '20.11.2026;P26-0007-I;320,00',
    '20.11.2026;P26-0008-G;320,00',
    'Summe;;640,00',
    'Total;;640,00',
    'Saldo neu;;5.640,00',
  ].join('\n')
  const { reading, lines } = read(file)
  expect(reading.columns.map(({ role }) => role)).toEqual(['date', 'text', 'amount'])
  expect(lines.map(({ date, undated }) => [date, undated])).toEqual([
    ['2026-11-20', false],
    ['2026-11-20', false],
    [null, true],
    [null, true],
    [null, true],
  ])
})

test('currencies in small letters or words are read; words that are none never pass for the fee’s', () => {
  const file =
    'Created,Amount,Currency,Text\n2026-03-02,320.00,usd,A\n2026-03-02,320.00,EUR,B\n2026-03-02,320.00,US Dollar,C\n2026-03-02,320.00,crowns,D\n'
  const { reading, lines } = readStatement(Buffer.from(file), {}, { home: 'EUR' })
  expect(reading.columns.map(({ role }) => role)).toEqual(['date', 'amount', 'currency', 'text'])
  expect(lines.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'USD', 'XXX'])
})

test('figures that cannot be read as an amount are told from none', () => {
  const file =
    'Date;Amount;Text\n2026-03-02;320,00;A\n2026-03-02;1,320,00;B\n2026-03-02;;C\n2026-03-02;250,00;D\n'
  expect(read(file).lines.map(({ cents, unreadable }) => [cents, unreadable])).toEqual([
    [32_000, null],
    [null, '1,320,00'],
    [null, null],
    [25_000, null],
  ])
})

test('a long payer is cut between characters, not within one', () => {
  const [line] = read(`Date;Amount;Payer;Text\n2026-05-04;320.00;${'x'.repeat(199)}😀;P26-0001-K`).lines
  expect(line?.payer).toBe('x'.repeat(199))
  expect(line?.text.isWellFormed()).toBe(true)
})

test.each([
  // A year of two figures is never read off the day, nor the month before the day where points stand between them.
  ['2026-11-24', '25.11.26', '03.11.26', '2026-11-03'],
  ['2026-11-24', '01.12.26', '03.11.26', '2026-11-03'],
  ['2026-11-24', '31.10.26', '03.11.26', '2026-11-03'],
  ['2026-11-24', '03/11/26', '04/11/26', '2026-11-04'],
  ['2026-11-24', '10/31/26', '11/03/26', '2026-11-03'],
  ['2026-11-24', '26-11-03', '26-11-04', '2026-11-04'],
  ['2026-11-24', '2.3.26', '14.3.26', '2026-03-14'],
])('on %s the days %s and %s are of one order', (today, one, other, day) => {
  expect(dayOf(other, dateOrderOf([one, other], today))).toBe(day)
})

test.each([
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['\r\n', '\n'],
  ['\r', '\n'],
])('lines are counted as in an editor, after cells of several lines too (%j, in cells %j)', (end, within) => {
  const cell = `"${['Fee', '', 'P26-0007-I', 'thanks'].join(within)}"`
  const file = [
    'Date;Amount;Text',
    `2026-03-02;1.00;${cell}`,
    '2026-03-03;2.00;"one"',
    '',
    `2026-03-04;3.00;${cell}`,
    `2026-03-05;4.00;${cell}`,
    '2026-03-06;5.00;ö',
  ].join(end)
  for (const given of [file, `\ufeff${file}`, `${file}${end}`])
    expect(read(given).lines.map(({ line, cents }) => [line, cents])).toEqual([
      [2, 100],
      [6, 200],
      [8, 300],
      [12, 400],
      [16, 500],
    ])
})

test('one cell in apostrophes says nothing of the others; what is written in them throughout is read', () => {
  const names =
    'Date;Amount;Payer;Text\n2026-03-02;1.00;\'Zoë\';"Fee; P26-0007-I"\n2026-03-03;2.00;"A; B";C\n'
  expect(read(names).lines.map(({ payer, text }) => [payer, text.includes('Fee; P26-0007-I')])).toEqual([
    ["'Zoë'", true],
    ['A; B', false],
  ])
  const account =
    "Date;Amount;Payer;Text\n2026-03-02;1.00;Ada;'0012'\n2026-03-03;2.00;'Bo;C\n2026-03-04;3.00;Dan;E'\n"
  expect(read(account).lines.map(({ cents, payer }) => [cents, payer])).toEqual([
    [100, 'Ada'],
    [200, "'Bo"],
    [300, 'Dan'],
  ])
  const whole = "'Date';'Amount';'Payer';'Text'\n'2026-03-02';'1.00';'Ada; 5\" Bo';'C'\n"
  expect(read(whole).lines.map(({ payer }) => payer)).toEqual(['Ada; 5" Bo'])
})

test('the states of PayPal’s list', () => {
  const states = [
    'Completed',
    'Pending',
    'Refunded',
    'Partially Refunded',
    'Reversed',
    'Denied',
    'Uncleared',
    'Placed',
  ]
  const file = [
    '"Date","Time","Name","Type","Status","Currency","Gross","Fee","Net","Subject"',
    ...states.map(
      (state, n) =>
        `"03/${n + 10}/2026","10:00:00","Zoë","Express Checkout Payment","${state}","EUR","250.00","-9.00","241.00","P26-0007-I"`,
    ),
  ].join('\r\n')
  expect(read(file).lines.map(({ state, arrived }) => [state, arrived])).toEqual(
    states.map((state) => [state, state === 'Completed']),
  )
})
