import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paperIdOf } from '#shared/core/ids.ts'
import { listPayments, reopenPayment, reportPayment } from '#shared/payments/contract.ts'
import {
  type ConfirmedLine,
  importPayments,
  type JudgedLine,
  previewImport,
} from '#shared/payments/import-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: Cast
let staff: string
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Zoë Müller' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  staff = (await makePerson(t, { role: 'author', isStaff: true })).token
})
afterAll(() => t.close())
beforeEach(() => fee('250.00'))

async function fee(feeAmount: string): Promise<void> {
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, feeAmount, feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
}

const awaiting = () => submissionAt(t, 'awaiting_payment', cast)

let serial = 0
/** A statement of these lines: amount and text; each line with a number of its own, as real ones have. */
function statement(
  lines: readonly (readonly [amount: string, text: string, payer?: string, currency?: string])[],
) {
  const rows = lines.map(([amount, text, payer = 'Somebody', currency = 'EUR']) => {
    serial += 1
    return `2026-03-02;"${amount}";${currency};"${payer}";"${text}";TX${serial}`
  })
  return ['Date;Amount;Currency;Payer;Text;Transaction', ...rows].join('\r\n')
}

async function preview(file: string, as = staff): Promise<JudgedLine[]> {
  const answer = await t.call(previewImport, { as, body: { file: Buffer.from(file).toString('base64') } })
  expect(answer.status).toBe(200)
  return answer.body.lines
}

/** As the desk confirms it: what matches is paid by it, unless told otherwise. */
function confirmed(
  line: JudgedLine,
  as: ConfirmedLine['as'] = 'payment',
  paperIds = line.papers.map(({ paperId }) => paperId),
): ConfirmedLine {
  const { hash, occurrence, date, amount, currency, payer, text } = line
  return { hash, occurrence, date, amount: amount ?? '', currency, payer, text, paperIds, as }
}

async function apply(lines: ConfirmedLine[], as = staff) {
  const answer = await t.call(importPayments, { as, body: { lines } })
  expect([answer.status, answer.refusal.message]).toEqual([200, answer.body.message])
  return answer.body
}

async function desk(made: MadeSubmission) {
  return (await t.call(listPayments, { as: staff, query: { q: made.paperId } })).body.items[0]
}

test('what matches is verified, with amount and reference, and its author is told', async () => {
  const [one, two] = [await awaiting(), await awaiting()]
  await t.call(reportPayment, { as: cast.author.token, params: two, body: {} })
  const lines = await preview(
    statement([
      ['250,00', `Fee ${one.paperId}`],
      ['250,00', `fee ${two.paperId.toLowerCase().replaceAll('-', ' ')} conference`],
    ]),
  )
  expect(lines.map(({ verdict, papers }) => [verdict, papers.map((paper) => paper.paperId)])).toEqual([
    ['match', [one.paperId]],
    ['match', [two.paperId]],
  ])
  const before = (await t.mails()).length
  const done = await apply(lines.map((line) => confirmed(line)))
  expect(done.message).toBe('2 payments verified, 0 noted.')
  for (const made of [one, two]) {
    const paid = await desk(made)
    expect([paid?.state, paid?.verified?.amount]).toEqual(['verified', '250.00'])
  }
  expect((await desk(one))?.verified?.reference).toBe('Statement, 2026-03-02')
  expect((await t.mails()).slice(before).map(({ kind }) => kind)).toEqual([
    'payment_verified',
    'payment_verified',
  ])
})

test('the same file again changes nothing, in whatever dialect, and however often it is sent', async () => {
  const made = await awaiting()
  const file = statement([['250,00', `Fee ${made.paperId}`]])
  const lines = (await preview(file)).map((line) => confirmed(line))
  await Promise.all([apply(lines), apply(lines)])
  const mails = (await t.mails()).length
  const again = await apply(lines)
  expect(again.lines.map(({ outcome }) => outcome)).toEqual(['known'])
  expect((await t.mails()).length).toBe(mails)
  const commas = file.replaceAll('"250,00"', '250,00').replaceAll(';', '\t')
  expect((await preview(commas)).map(({ verdict }) => verdict)).toEqual(['known'])
})

test('two equal lines are two payments; a longer statement brings only what is new', async () => {
  const made = await awaiting()
  const line = `2026-03-02;250,00;Fee ${made.paperId}`
  const first = await preview(`Date;Amount;Text\n${line}`)
  await apply(first.map((one) => confirmed(one)))
  const longer = await preview(`Date;Amount;Text\n${line}\n${line}`)
  expect(longer.map(({ verdict }) => verdict)).toEqual(['known', 'double'])
})

test('the same line, exported with other cells, is told apart with the earlier one and does nothing by itself', async () => {
  const [half, whole, twin] = [await awaiting(), await awaiting(), await awaiting()]
  const first = await preview(
    `Date;Amount;Payer;Text;Status\n2026-03-02;125,00;Ada Author;Fee ${half.paperId};booked\n2026-03-02;250,00;Bo;Fee ${whole.paperId};booked\n2026-03-02;125,00;;Fee ${twin.paperId};booked`,
  )
  expect(first.map(({ verdict, earlier }) => [verdict, earlier])).toEqual([
    ['part', null],
    ['match', null],
    ['part', null],
  ])
  await apply(first.map((line) => confirmed(line, line.verdict === 'match' ? 'payment' : 'note')))
  const again = await preview(
    `No,Date,Amount,Payer,Text\n1,2026-03-02,125.00,Ada Author,Fee ${half.paperId}\n2,2026-03-02,250.00,Bo,Fee ${whole.paperId}\n3,2026-03-02,125.00,,Fee ${twin.paperId}\n4,2026-03-02,125.00,,Fee ${twin.paperId}\n5,2026-03-03,125.00,Ada Author,Fee ${half.paperId}`,
  )
  expect(again.map(({ verdict, earlier }) => [verdict, earlier?.amount])).toEqual([
    ['perhaps', '125.00'],
    ['perhaps', '250.00'],
    ['perhaps', '125.00'],
    // The statement has two of them: the second is another payment, as is one of another day.
    ['match', undefined],
    ['match', undefined],
  ])
  expect([again[0]?.earlier?.date, again[0]?.earlier?.payer]).toEqual(['2026-03-02', 'Ada Author'])
})

test('wrong amounts, other currencies, double payments and unknown papers are listed apart', async () => {
  const [short, over, foreign, twice, paid, pair, pairToo] = [
    await awaiting(),
    await awaiting(),
    await awaiting(),
    await awaiting(),
    await submissionAt(t, 'complete', cast),
    await awaiting(),
    await awaiting(),
  ]
  const mistyped = twice.paperId.replace(/^P26-0/, 'P26-9')
  const lines = await preview(
    statement([
      ['200,00', `Fee ${short.paperId}`],
      ['300,00', `Fee ${over.paperId}`],
      ['250,00', `Fee ${foreign.paperId}`, 'Somebody', 'USD'],
      ['250,00', `Fee ${twice.paperId}`],
      ['250,00', `Fee again ${twice.paperId}`],
      ['250,00', `Fee ${paid.paperId}`],
      ['500,00', `Fees ${pair.paperId} and ${pairToo.paperId}`],
      ['400,00', `Fees ${short.paperId} and ${over.paperId}`],
      ['250,00', `Fee ${mistyped}`],
      ['250,00', `Fee ${paperIdOf(2026, 9990)}`],
      ['250,00', 'Fee', 'Müller Zoe'],
      ['250,00', 'no words', 'Nobody known'],
      ['-12,00', 'Charges'],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    'part',
    'over',
    'currency',
    'match',
    'double',
    'double',
    'match',
    'several',
    'mistyped',
    'unknown',
    'unknown',
    'unknown',
    'none',
  ])
  expect(lines[8]?.likely.map(({ paperId }) => paperId)).toEqual([twice.paperId])
  expect(lines[10]?.likely.map(({ author }) => author)).toContain('Zoë Müller')
  expect(lines[11]?.likely).toEqual([])
  const [, , abroad, , , , both] = lines
  if (abroad === undefined) throw new Error('a line is missing')
  const mailsBefore = (await t.mails()).length
  await apply([{ ...confirmed(abroad), as: 'note' }])
  expect((await t.mails()).length).toBe(mailsBefore)
  if (both === undefined) throw new Error('a line is missing')
  await apply([confirmed(both)])
  expect([(await desk(pair))?.verified?.amount, (await desk(pairToo))?.verified?.amount]).toEqual([
    '250.00',
    '250.00',
  ])
})

test('what was refunded or failed is no payment, nor is a sum below the lines', async () => {
  const [paid, refunded] = [await awaiting(), await awaiting()]
  const file = [
    'Date;Amount;Status;Text',
    `2026-03-02;250,00;Paid;Fee ${paid.paperId}`,
    `2026-03-02;250,00;Refunded;Fee ${refunded.paperId}`,
    `2026-03-02;250,00;Failed;Fee ${refunded.paperId}`,
    'Total;750,00;;',
  ].join('\n')
  const judged = (await preview(file)).map(({ verdict }) => verdict)
  expect(judged).toEqual(['match', 'none', 'none', 'none'])
  const sums = file
    .replace('Status', 'Clerk')
    .replace('Paid', 'Ann')
    .replace('Refunded', 'Bo')
    .replace('Failed', 'Al')
  expect((await preview(sums)).map(({ verdict }) => verdict)).toEqual(['match', 'match', 'double', 'none'])
})

test('parts and what is paid twice count with what pays in the same application', async () => {
  const [two, twice, before] = [await awaiting(), await awaiting(), await awaiting()]
  const [part, rest, first, again, early, late, unread] = await preview(
    statement([
      ['120,00', `Fee ${two.paperId}`],
      ['130,00', `Fee ${two.paperId}`],
      ['250,00', `Fee ${twice.paperId}`],
      ['250,00', `Fee ${twice.paperId} again`],
      ['250,00', `Fee ${before.paperId}`],
      ['250,00', `Fee ${before.paperId} again`],
      ['1,250,00', `Fee ${before.paperId}`],
    ]),
  )
  if (!part || !rest || !first || !again || !early || !late) throw new Error('six lines')
  expect([part, rest, first, again, unread].map((line) => line?.verdict)).toEqual([
    ...['part', 'match', 'match', 'double', 'unreadable'],
  ])
  const { lines, message } = await apply([
    ...[confirmed(part, 'note'), confirmed(rest), confirmed(first), confirmed(again, 'note')],
    ...[confirmed(early, 'note'), confirmed(late)],
  ])
  expect(message).toBe('3 payments verified, 3 noted.')
  expect(lines.map(({ outcome }) => outcome)).toEqual([
    ...['noted', 'verified', 'verified', 'double', 'noted', 'verified'],
  ])
  const shown = []
  for (const made of [two, twice, before]) {
    const { verified, received, balance } = (await desk(made)) ?? {}
    shown.push([verified?.amount, received, balance])
  }
  expect(shown).toEqual([
    ['250.00', [{ amount: '250.00', currency: 'EUR' }], 'exact'],
    ['250.00', [{ amount: '500.00', currency: 'EUR' }], 'double'],
    ['500.00', [{ amount: '500.00', currency: 'EUR' }], 'double'],
  ])
})

test('where the lines of a paper come to more than the fee, none of them passes for a part', async () => {
  const [paid, part] = [await awaiting(), await awaiting()]
  const lines = await preview(
    statement([
      ['100,00', `Fee ${paid.paperId}`],
      ['250,00', `Fee ${paid.paperId}`],
      ['120,00', `Fee ${paid.paperId}`],
      ['100,00', `Fee ${part.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict, before }) => [verdict, before])).toEqual([
    ['over', null],
    ['over', '100.00'],
    ['over', '100.00'],
    ['part', null],
  ])
})

test.each([
  ['Amount', '$250.00', 'USD'],
  ['Amount', '250.00 USD', 'USD'],
  ['Amount', '£250.00', 'GBP'],
  ['Amount', 'CHF 250.-', 'CHF'],
  ['Amount (USD)', '250.00', 'USD'],
  ['Betrag in CHF', '250,00', 'CHF'],
])('below %s, %s is another currency and set apart', async (heading, amount, currency) => {
  const made = await awaiting()
  const [line] = await preview(`Date;${heading};Text\n2026-03-02;${amount};Fee ${made.paperId}`)
  expect([line?.verdict, line?.amount, line?.currency]).toEqual(['currency', '250.00', currency])
})

test.each(['250.-', '€ 250', '250,-- EUR'])('%s is the fee', async (amount) => {
  const made = await awaiting()
  const [line] = await preview(`Date;Amount;Text\n2026-03-02;${amount};Fee ${made.paperId}`)
  expect([line?.verdict, line?.amount]).toEqual(['match', '250.00'])
})

test('parts add up: the first is noted and told, the second completes', async () => {
  const made = await awaiting()
  const [first] = await preview(statement([['100,00', `Fee ${made.paperId}`]]))
  if (first === undefined) throw new Error('no line')
  const before = (await t.mails()).length
  expect((await apply([confirmed(first, 'note')])).lines[0]?.outcome).toBe('noted')
  expect((await desk(made))?.state).toBe('awaiting')
  const mail = (await t.mails())[before]
  expect([mail?.kind, mail?.text.includes('150.00 EUR are still due')]).toEqual(['payment_part', true])
  const [second] = await preview(statement([['150,00', `Rest ${made.paperId}`]]))
  expect(second?.verdict).toBe('match')
  if (second === undefined) throw new Error('no line')
  await apply([confirmed(second)])
  expect((await desk(made))?.verified?.amount).toBe('250.00')
})

test('a wrong amount can be accepted, a mistyped id given its paper, and an unknown one refused', async () => {
  const made = await awaiting()
  const [line, other] = await preview(
    statement([
      ['248,50', 'Fee without an id'],
      ['250,00', 'Another'],
    ]),
  )
  if (line === undefined || other === undefined) throw new Error('no line')
  const done = await apply([
    confirmed(line, 'payment', [made.paperId]),
    confirmed(other, 'payment', ['P26-9999-X']),
  ])
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['verified', 'refused'])
  expect((await desk(made))?.verified?.amount).toBe('248.50')
})

test('taken back, a line may be imported again, for the right paper', async () => {
  const [wrong, right] = [await awaiting(), await awaiting()]
  const file = statement([['250,00', 'Fee without an id']])
  const [line] = await preview(file)
  if (line === undefined) throw new Error('no line')
  await apply([confirmed(line, 'payment', [wrong.paperId])])
  await t.call(reopenPayment, { as: staff, params: wrong, body: { reason: 'not theirs' } })
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['unknown'])
  await apply([confirmed(line, 'payment', [right.paperId])])
  expect([(await desk(wrong))?.state, (await desk(right))?.state]).toEqual(['awaiting', 'verified'])
})

test('without a fee any amount pays', async () => {
  await fee('')
  const made = await awaiting()
  const [line] = await preview(statement([['10,00', made.paperId]]))
  expect(line?.verdict).toBe('match')
})

test('who writes the abstract’s id is not understood, and the paper offered', async () => {
  const [meant, other] = [await awaiting(), await awaiting()]
  const lines = await preview(
    statement([
      ['250.00', `Fee ${meant.abstractId}`, 'A Bank'],
      ['250.00', `fee for ${meant.abstractId.toLowerCase().replace('-', ' ')}, thanks`, 'A Bank'],
      ['250.00', `X${meant.abstractId}`, 'A Bank'],
      ['250.00', `${meant.abstractId}1`, 'A Bank'],
    ]),
  )
  expect(meant.abstractId).not.toBe(other.abstractId)
  expect(
    lines.map(({ verdict, papers, likely }) => [verdict, papers, likely.map(({ paperId }) => paperId)]),
  ).toEqual([
    ['unknown', [], [meant.paperId]],
    ['unknown', [], [meant.paperId]],
    ['unknown', [], []],
    ['unknown', [], []],
  ])
})

test('papers that the desk does not know of are unknown, whatever the line says', async () => {
  const early = await submissionAt(t, 'paper_submitted', cast)
  const gone = await awaiting()
  await t.call(withdrawAbstract, { as: cast.author.token, params: gone, body: { reason: 'no time' } })
  const lines = await preview(
    statement([
      [`250,00`, early.paperId],
      ['250,00', gone.paperId],
    ]),
  )
  expect(lines.map(({ verdict, papers, likely }) => [verdict, papers, likely])).toEqual([
    ['unknown', [], []],
    ['unknown', [], []],
  ])
  const done = await apply(lines.map((line) => confirmed(line, 'payment', [early.paperId])))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
})

test.each([
  ['PK\u0003\u0004', 'This is a workbook, not a CSV. Save it as CSV and choose that file.'],
  ['%PDF-1.7\n', 'This is a PDF, not a CSV. Export the list as CSV and choose that file.'],
  ['Date;Amount;Text\n', 'The file has no lines with an amount. Choose one that has payments in it.'],
])('%j is refused with the reason', async (file, message) => {
  const body = { file: Buffer.from(file).toString('base64') }
  const answer = await t.call(previewImport, { as: staff, body })
  expect([answer.status, answer.refusal.message]).toEqual([422, message])
})
