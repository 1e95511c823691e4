import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bankLines, receipts } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { paperIdOf } from '#shared/core/ids.ts'
import { exportPayments } from '#shared/exporting/contract.ts'
import {
  listPayments,
  releaseLine,
  reopenPayment,
  reportPayment,
  verifyPayment,
} from '#shared/payments/contract.ts'
import {
  type ConfirmedLine,
  importPayments,
  type JudgedLine,
  previewImport,
} from '#shared/payments/import-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { approvePaperAsChair, reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { deleteAbstract, withdrawAbstract } from '#shared/submissions/contract.ts'
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
  const use = amount?.startsWith('-') ? 'refund' : as
  return { hash, occurrence, date, amount: amount ?? '', currency, payer, text, paperIds, as: use }
}

async function apply(lines: ConfirmedLine[], as = staff) {
  const answer = await t.call(importPayments, { as, body: { lines } })
  expect([answer.status, answer.refusal.message]).toEqual([200, answer.body.message])
  return answer.body
}

/** What a paper received and how that is against the fee, in words of the desk. */
async function moneyOf(made: MadeSubmission) {
  const { state, received, balance } = (await desk(made)) ?? {}
  return [state, ...(received ?? []).map(({ amount, currency }) => `${amount} ${currency}`), balance]
}

/** Takes a paper's acceptance back. */
async function reopenedNow({ paperId }: MadeSubmission) {
  const [params, body] = [{ paperId }, { reason: 'A mistake.' }]
  expect((await t.call(reopenPaper, { as: cast.admin.token, params, body })).status).toBe(200)
  return params
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

test('the exported list of payments, read as a statement, changes nothing, its states as words and as keys', async () => {
  const [typed, imported, due] = [await awaiting(), await awaiting(), await awaiting()]
  await t.call(verifyPayment, { as: staff, params: typed, body: { amount: '250' } })
  const [line] = await preview(statement([['250,00', `Fee ${imported.paperId}`]]))
  if (line === undefined) throw new Error('The statement has a line.')
  await apply([confirmed(line)])
  const answer = await t.app.http.inject({
    method: 'GET',
    url: exportPayments.path.replace('{format}', 'csv'),
    headers: { authorization: `Bearer ${staff}` },
  })
  const keys = answer.payload
    .replaceAll('Verified,', 'verified,')
    .replaceAll('Awaiting payment,', 'awaiting,')
  expect(keys).not.toBe(answer.payload)
  const ids = new Set([typed, imported, due].map(({ paperId }) => paperId))
  for (const file of [answer.payload, keys, answer.payload.replaceAll('Verified,', 'VERIFIED,')]) {
    const lines = await preview(file)
    expect(new Set(lines.map(({ verdict }) => verdict))).toEqual(new Set(['known', 'none']))
    const these = lines.filter(({ text }) => [...ids].some((id) => text.includes(id)))
    expect(these.map(({ verdict }) => verdict).sort((a, b) => a.localeCompare(b))).toEqual([
      'known',
      'known',
      'none',
    ])
  }
  // Where somebody writes a sum into the list, its state still says that nothing came.
  const filled = (state: string) =>
    `Paper ID,State,Age in business days,Paid on,Amount,Currency\r\n${due.paperId},${state},1,2026-03-02,250.00,EUR\r\n`
  const verdictOf = async (state: string) => (await preview(filled(state)))[0]?.verdict
  for (const state of ['awaiting', 'Awaiting payment', 'reported', 'Reported, not due now', 'unfound'])
    expect([state, await verdictOf(`"${state}"`)]).toEqual([state, 'not_arrived'])
  for (const state of ['Verified', 'verified'])
    expect([state, await verdictOf(state)]).toEqual([state, 'match'])
})

test('two portions of a file, under way together, verify what each says, with receipts of one number each', async () => {
  const papers = [await awaiting(), await awaiting(), await awaiting(), await awaiting()]
  const lines = await preview(statement(papers.map(({ paperId }) => ['250,00', `Fee ${paperId}`])))
  const all = lines.map((line) => confirmed(line))
  const done = await Promise.all([apply(all.slice(0, 2)), apply(all.slice(2))])
  expect(done.map(({ message }) => message)).toEqual(Array(2).fill('2 payments verified, 0 noted.'))
  const given = await t.database.db
    .select({ number: receipts.number, submissionId: receipts.submissionId })
    .from(receipts)
    .orderBy(receipts.number)
  const ours = given.slice(-4)
  expect(new Set(ours.map(({ submissionId }) => submissionId))).toEqual(
    new Set(papers.map(({ abstractId }) => abstractId)),
  )
  const first = ours[0]?.number ?? 0
  expect(ours.map(({ number }) => number)).toEqual([0, 1, 2, 3].map((at) => first + at))
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

test('the line of what was verified by hand counts once, as that payment; what comes after it is paid twice', async () => {
  const [typed, plain, other] = [await awaiting(), await awaiting(), await awaiting()]
  await t.call(verifyPayment, { as: staff, params: typed, body: { amount: '250', reference: 'TX-7' } })
  await t.call(verifyPayment, { as: staff, params: plain, body: {} })
  await t.call(verifyPayment, { as: staff, params: other, body: { amount: '200', as: 'paid' } })
  const file = statement([
    ['250,00', `Fee ${typed.paperId}`],
    ['250,00', `Fee ${plain.paperId}`],
    ['250,00', `Fee ${other.paperId}`],
    ['250,00', `Fee ${typed.paperId} again`],
  ])
  const lines = await preview(file)
  expect(lines.map(({ verdict }) => verdict)).toEqual(['by_hand', 'by_hand', 'double', 'double'])
  const uses = lines.map(({ verdict }) => (verdict === 'by_hand' ? 'payment' : 'note'))
  const mails = (await t.mails()).length
  const done = await apply(lines.map((line, at) => confirmed(line, uses[at])))
  expect([done.message, done.lines.map(({ outcome }) => outcome)]).toEqual([
    '0 payments verified, 4 noted.',
    ['joined', 'joined', 'double', 'double'],
  ])
  expect((await t.mails()).length).toBe(mails)
  expect(await moneyOf(plain)).toEqual(['verified', '250.00 EUR', 'exact'])
  expect(await moneyOf(typed)).toEqual(['verified', '500.00 EUR', 'double'])
  expect(await moneyOf(other)).toEqual(['verified', '450.00 EUR', 'over'])
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['known', 'known', 'known', 'known'])

  // A second payment of another statement is one, as the first one's line is known by now.
  const [second] = await preview(statement([['250,00', `Fee ${plain.paperId}`, 'Bank of the North']]))
  expect(second?.verdict).toBe('double')
  await t.call(reopenPayment, { as: staff, params: plain, body: { reason: 'Sent back.' } })
  const [, again] = await preview(file)
  expect(again?.verdict).toBe('match')
})

test('a line that says to pay a paper which was verified by hand meanwhile is that payment only with its amount', async () => {
  const [same, less] = [await awaiting(), await awaiting()]
  const lines = await preview(
    statement([
      ['250,00', `Fee ${same.paperId}`],
      ['250,00', `Fee ${less.paperId}`],
    ]),
  )
  await t.call(verifyPayment, { as: staff, params: same, body: {} })
  await t.call(verifyPayment, { as: staff, params: less, body: { amount: '100', as: 'paid' } })
  const done = await apply(lines.map((line) => confirmed(line)))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['joined', 'double'])
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
    'by_hand',
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
  const lines = await preview(file)
  expect(lines.map(({ state }) => state)).toEqual([null, 'Refunded', 'Failed', null])
  const judged = lines.map(({ verdict }) => verdict)
  expect(judged).toEqual(['match', 'not_arrived', 'not_arrived', 'none'])
  const sums = file
    .replace('Status', 'Clerk')
    .replace('Paid', 'Ann')
    .replace('Refunded', 'Bo')
    .replace('Failed', 'Al')
  expect((await preview(sums)).map(({ verdict }) => verdict)).toEqual(['match', 'match', 'double', 'none'])
})

test('a sum with a day is no payment, nor is an amount beyond any; names lose what turns them', async () => {
  const paper = await awaiting()
  const file = [
    'Date;Amount;Payer;Text',
    `2026-03-02;250,00;\u202eUna\u202c Payer;Fee ${paper.paperId.replaceAll('-', '\u200b-')}`,
    `2026-03-02;"99.999.999.999,00";Una Payer;Fee ${paper.paperId}`,
    '2026-03-03;250,00;;Total',
    '2026-03-03;250,00;;Closing balance:',
    '2026-03-03;250,00;Una Payer;Total fee',
  ].join('\n')
  const lines = await preview(file)
  expect(lines.map(({ verdict, amount, payer }) => [verdict, amount, payer])).toEqual([
    ['match', '250.00', 'Una Payer'],
    ['unreadable', null, 'Una Payer'],
    ['none', '250.00', ''],
    ['none', '250.00', ''],
    ['unknown', '250.00', 'Una Payer'],
  ])
  const [first] = lines
  expect(first?.text.split('Fee ')[0]).toBe('Una Payer · ')
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

test('what is paid back of a paper paid twice is noted there, and it is paid once; the same file again does nothing', async () => {
  const made = await awaiting()
  const paid = statement([
    ['250,00', `Fee ${made.paperId}`],
    ['250,00', `Fee ${made.paperId} again`],
  ])
  const [first, again] = await preview(paid)
  if (!first || !again) throw new Error('two lines')
  await apply([confirmed(first), confirmed(again, 'note')])
  expect(await moneyOf(made)).toEqual(['verified', '500.00 EUR', 'double'])

  const file = statement([['-250,00', `Refund ${made.paperId}`, 'Conference']])
  const [refund] = await preview(file)
  if (!refund) throw new Error('a line')
  expect([refund.verdict, refund.amount, refund.before]).toEqual(['refund', '-250.00', '500.00'])
  const mails = (await t.mails()).length
  const lines = [confirmed(refund)]
  const [done] = await Promise.all([apply(lines), apply(lines)])
  expect(done?.message).toMatch(/^0 payments verified, 0 noted(, 1 paid back)?\.$/)
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
  const shown = (await desk(made))?.lines.map(({ amount, use }) => `${amount} ${use}`)
  expect(shown).toEqual(['250.00 payment', '250.00 double', '-250.00 double'])
  const again2 = await preview(file)
  expect(again2.map(({ verdict }) => verdict)).toEqual(['known'])
  expect((await apply(lines)).lines.map(({ outcome }) => outcome)).toEqual(['known'])
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
  const over = await t.call(listPayments, { as: staff, query: { q: made.paperId, status: 'over' } })
  expect(over.body.count).toBe(0)
  expect((await t.mails()).length).toBe(mails)
  const told = (await t.call(listActivity, { as: cast.admin.token, query: { q: made.paperId } })).body.items
  const amounts = told
    .filter(({ kind }) => kind === 'bank_line')
    .map(({ changes }) => changes.find(({ field }) => field === 'amount')?.after)
  expect(amounts.map(Number)).toEqual([-250, 250, 250])
})

test('the newest line may stand first; payment, second payment and refund of one file come to the fee', async () => {
  const made = await awaiting()
  const lines = await preview(
    statement([
      ['-250,00', `Refund ${made.paperId}`],
      ['250,00', `Fee ${made.paperId} again`],
      ['250,00', `Fee ${made.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual(['refund', 'match', 'double'])
  const done = await apply(
    lines.map((line) => confirmed(line, line.verdict === 'match' ? 'payment' : 'note')),
  )
  expect(done.message).toBe('1 payment verified, 1 noted, 1 paid back.')
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['refunded', 'verified', 'double'])
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
})

test('a refund that would leave less than the fee undoes nothing and is left to a person', async () => {
  const [once, both] = [await awaiting(), await awaiting()]
  await apply((await preview(statement([['250,00', `Fee ${once.paperId}`]]))).map((line) => confirmed(line)))
  const lines = await preview(
    statement([
      ['-250,00', `Refund ${once.paperId}`],
      ['250,00', `Fee ${both.paperId}`],
      ['-20,00', `Refund ${both.paperId}`],
      ['-250,00', 'Rent'],
    ]),
  )
  expect(lines.map(({ verdict, before }) => [verdict, before])).toEqual([
    ['below', '250.00'],
    ['below', null],
    ['below', '250.00'],
    ['none', null],
  ])
  const done = await apply([...lines.slice(0, 1), ...lines.slice(1, 3)].map((line) => confirmed(line)))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['below', 'verified', 'below'])
  expect(await moneyOf(once)).toEqual(['verified', '250.00 EUR', 'exact'])
  expect(await moneyOf(both)).toEqual(['verified', '250.00 EUR', 'exact'])
})

test('after its payment was taken back, a refund has nothing to be held against', async () => {
  const made = await awaiting()
  await apply((await preview(statement([['250,00', `Fee ${made.paperId}`]]))).map((line) => confirmed(line)))
  const file = statement([['-250,00', `Refund ${made.paperId}`]])
  const [refund] = await preview(file)
  expect(refund?.verdict).toBe('below')
  await t.call(reopenPayment, { as: staff, params: made, body: { reason: 'paid back' } })
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['none'])
})

test('the surplus of one payment is paid back, and never more', async () => {
  const made = await awaiting()
  const [much] = await preview(statement([['300,00', `Fee ${made.paperId}`]]))
  if (!much) throw new Error('a line')
  await apply([confirmed(much)])
  const lines = await preview(
    statement([
      ['-30,00', `Refund ${made.paperId}`],
      ['-30,00', `Refund ${made.paperId}`],
      ['-20,00', `Refund ${made.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual(['refund', 'below', 'refund'])
  const done = await apply(lines.map((line) => confirmed(line)))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['refunded', 'below', 'refunded'])
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
  const back = await t.call(reopenPayment, { as: staff, params: made, body: { reason: 'not theirs' } })
  expect([back.status, back.refusal.message]).toEqual([
    409,
    'A part of this payment was paid back. Remove that line from the paper first; then take the verification back.',
  ])
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
})

test('an amount that was paid back stays with its paper until the refund is removed', async () => {
  const made = await awaiting()
  await t.call(verifyPayment, { as: staff, params: made, body: { amount: '250' } })
  const lines = await preview(
    statement([
      ['250,00', `Fee ${made.paperId}`],
      ['-250,00', `Refund ${made.paperId}`],
    ]),
  )
  await apply(lines.map((line) => confirmed(line, 'note')))
  const [again, refund] = (await desk(made))?.lines ?? []
  const release = (lineId = '') => t.call(releaseLine, { as: staff, params: { lineId } })
  const refused = await release(again?.id)
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'This amount was paid back. Remove what was paid back first.',
  ])
  expect((await release(refund?.id)).status).toBe(200)
  expect(await moneyOf(made)).toEqual(['verified', '500.00 EUR', 'double'])
  expect((await release(again?.id)).status).toBe(200)
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
})

test('a part, and money in another currency, go back whole before the fee is verified', async () => {
  const [part, abroad] = [await awaiting(), await awaiting()]
  const lines = await preview(
    statement([
      ['100,00', `Fee ${part.paperId}`],
      ['-100,00', `Refund ${part.paperId}`],
      ['270,00', `Fee ${abroad.paperId}`, 'Somebody', 'USD'],
      ['-270,00', `Refund ${abroad.paperId}`, 'Somebody', 'USD'],
      ['-250,00', `Refund ${abroad.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual(['part', 'refund', 'currency', 'refund', 'none'])
  const mails = (await t.mails()).length
  await apply(lines.map((line) => confirmed(line, 'note')))
  expect((await t.mails()).length).toBe(mails)
  expect([await moneyOf(part), await moneyOf(abroad)]).toEqual([
    ['awaiting', null],
    ['awaiting', null],
  ])
})

test('a refund for several papers is shared, and one with a mistyped id offers the paper', async () => {
  const [one, two] = [await awaiting(), await awaiting()]
  const paid = await preview(
    statement([one, two, one, two].map(({ paperId }) => ['250,00', `Fee ${paperId}`] as const)),
  )
  await apply(paid.map((line, at) => confirmed(line, at < 2 ? 'payment' : 'note')))
  const lines = await preview(
    statement([
      ['-300,00', `Refund ${one.paperId} ${two.paperId}`],
      ['-900,00', `Refund ${one.paperId} ${two.paperId}`],
      ['-100,00', `Refund ${one.paperId.replace(/^P26-0/, 'P26-9')}`],
    ]),
  )
  expect(lines.map(({ verdict, likely }) => [verdict, likely.map(({ paperId }) => paperId)])).toEqual([
    ['refund', []],
    ['several', []],
    ['mistyped', [one.paperId]],
  ])
  const [shared, , mistyped] = lines
  if (!shared || !mistyped) throw new Error('three lines')
  const done = await apply([confirmed(shared), confirmed(mistyped, 'payment', [one.paperId])])
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded'])
  expect([await moneyOf(one), await moneyOf(two)]).toEqual([
    ['verified', '250.00 EUR', 'exact'],
    ['verified', '350.00 EUR', 'over'],
  ])
})

test('what three papers share is paid back to the cent', async () => {
  const all = [await awaiting(), await awaiting(), await awaiting()]
  const names = all.map(({ paperId }) => paperId).join(' ')
  const lines = await preview(
    statement([
      ['750,00', `Fee ${names}`],
      ['100,00', `Again ${names}`],
      ['-100,00', `Refund ${names}`],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual(['match', 'double', 'refund'])
  const done = await apply(lines.map((line) => confirmed(line)))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['verified', 'double', 'refunded'])
  for (const made of all) expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
})

test('money that is said to have gone back counts as paid back, and as no payment while it is pending', async () => {
  const made = await awaiting()
  const line = (state: string, amount: string) => `2026-03-02;${amount};${state};Fee ${made.paperId}`
  const file = ['Date;Amount;Status;Text', line('Paid', '250,00'), line('Paid', '260,00')]
  await apply((await preview(file.join('\n'))).map((one) => confirmed(one)))
  const later = [line('Refunded', '-260,00'), line('Pending', '-260,00'), line('Failed', '-260,00')]
  const judged = await preview([...file, ...later].join('\n'))
  expect(judged.map(({ verdict }) => verdict)).toEqual([
    'known',
    'known',
    'refund',
    'not_arrived',
    'not_arrived',
  ])
})

test('a line that went out is no payment, nor one that came in a refund', async () => {
  const made = await awaiting()
  const [line] = await preview(statement([['250,00', `Fee ${made.paperId}`]]))
  if (!line) throw new Error('a line')
  for (const wrong of [{ as: 'refund' as const }, { amount: '-250.00' }]) {
    const body = { lines: [{ ...confirmed(line), ...wrong }] }
    const answer = await t.call(importPayments, { as: staff, body })
    expect([answer.status, answer.refusal.message]).toEqual([
      422,
      'What was paid back is below 0, and everything else above.',
    ])
  }
})

test('what came for a paper that is withdrawn or reopened stays on the desk until it is paid back or taken off', async () => {
  const [withdrawn, reopened, much, nothing] = [
    await awaiting(),
    await awaiting(),
    await awaiting(),
    await awaiting(),
  ]
  const first = await preview(
    statement([
      ['100,00', `Fee ${withdrawn.paperId}`],
      ['100,00', `Fee ${reopened.paperId}`],
      ['300,00', `Fee ${much.paperId}`],
    ]),
  )
  await apply(first.map((line) => confirmed(line, 'note')))
  for (const { abstractId } of [withdrawn, much, nothing]) {
    const body = { reason: 'We cannot come.' }
    await t.call(withdrawAbstract, { as: cast.author.token, params: { abstractId }, body })
  }
  const params = await reopenedNow(reopened)
  expect([
    await moneyOf(withdrawn),
    await moneyOf(reopened),
    await moneyOf(much),
    await moneyOf(nothing),
  ]).toEqual([
    ['held', '100.00 EUR', null],
    ['held', '100.00 EUR', null],
    ['held', '300.00 EUR', null],
    [undefined, undefined],
  ])
  const shown = async (status?: string) => {
    const { items, count } = (
      await t.call(listPayments, { as: staff, query: { limit: 100, ...(status && { status }) } })
    ).body
    expect(items.length).toBe(count)
    const ours = [withdrawn, reopened, much, nothing].map(({ paperId }) => paperId)
    return ours.map((id) => items.some(({ paperId }) => paperId === id))
  }
  const [all, none] = [
    [true, true, true, false],
    [false, false, false, false],
  ]
  expect([await shown(), await shown('held')]).toEqual([all, all])
  for (const status of ['awaiting', 'reported', 'late', 'part', 'over', 'foreign', 'verified'])
    expect([status, await shown(status)]).toEqual([status, none])
  const verified = await t.call(verifyPayment, { as: staff, params, body: {} })
  expect(verified.status).toBe(409)

  const [more, back, tooMuch, all300] = await preview(
    statement([
      ['150,00', `Rest ${withdrawn.paperId}`, cast.author.name],
      ['-100,00', `Refund ${withdrawn.paperId}`],
      ['-100,01', `Refund ${reopened.paperId}`],
      ['-300,00', `Refund ${much.paperId}`],
    ]),
  )
  if (!more || !back || !tooMuch || !all300) throw new Error('four lines')
  expect([more, back, tooMuch, all300].map(({ verdict }) => verdict)).toEqual([
    'undue',
    'refund',
    'below',
    'refund',
  ])
  const { lines } = await apply([
    confirmed(more, 'payment', [withdrawn.paperId]),
    confirmed(back),
    confirmed(tooMuch),
    confirmed(all300),
  ])
  expect(lines.map(({ outcome }) => outcome)).toEqual(['noted', 'refunded', 'below', 'refunded'])
  expect((await t.mails()).findLast(({ kind }) => kind === 'payment_undue')?.subject).toBe(
    `${withdrawn.paperId}: 150.00 EUR arrived, and nothing is to be paid`,
  )
  // All of one was paid back: found with its lines, so that a mistake can be mended, and in no list of money.
  expect([await moneyOf(withdrawn), await moneyOf(much)]).toEqual([
    ['held', '150.00 EUR', null],
    ['returned', null],
  ])
  expect(await shown('held')).toEqual([true, true, false, false])
  const refund = (await desk(withdrawn))?.lines.find(({ amount }) => amount.startsWith('-'))
  await t.call(releaseLine, { as: staff, params: { lineId: refund?.id ?? '' } })
  expect(await moneyOf(withdrawn)).toEqual(['held', '250.00 EUR', null])
  const [note] = (await desk(reopened))?.lines ?? []
  await t.call(releaseLine, { as: staff, params: { lineId: note?.id ?? '' } })
  expect(await desk(reopened)).toBeUndefined()
})

test('what a payment was verified with is taken off its paper with the verification alone', async () => {
  const [made, other] = [await awaiting(), await awaiting()]
  const file = statement([
    ['100,00', `Fee ${made.paperId}`],
    ['150,00', `Fee ${made.paperId}`],
    ['30,00', `Fee ${made.paperId}`, 'Somebody', 'USD'],
  ])
  await apply((await preview(file)).map((line) => confirmed(line, 'note')))
  const params = { paperId: made.paperId }
  expect(
    (await t.call(verifyPayment, { as: staff, params, body: { amount: '0.01', as: 'paid' } })).status,
  ).toBe(200)
  const lines = (await desk(made))?.lines ?? []
  const released = []
  for (const { id } of lines) {
    const answer = await t.call(releaseLine, { as: staff, params: { lineId: id } })
    released.push([answer.status, answer.refusal.message])
  }
  const kept = [409, 'The payment was verified with this amount. Take the verification back instead.']
  expect(released).toEqual([kept, kept, [200, 'The line was taken off the paper. It can be imported again.']])
  const again = await preview(file)
  expect(again.map(({ verdict }) => verdict)).toEqual(['known', 'known', 'double'])
  const stolen = await apply(again.map((line) => confirmed(line, 'payment', [other.paperId])))
  expect(stolen.lines.map(({ outcome }) => outcome).slice(0, 2)).toEqual(['known', 'known'])
  await t.call(reopenPayment, { as: staff, params, body: { reason: 'A mistake.' } })
  const [first] = (await desk(made))?.lines ?? []
  expect((await t.call(releaseLine, { as: staff, params: { lineId: first?.id ?? '' } })).status).toBe(200)
})

test('what stands for the fee in another currency stays with the verification', async () => {
  const made = await awaiting()
  const file = statement([['270,00', `Fee ${made.paperId}`, 'Somebody', 'USD']])
  await apply((await preview(file)).map((line) => confirmed(line, 'note')))
  await t.call(verifyPayment, { as: staff, params: { paperId: made.paperId }, body: {} })
  const { state, lines: [line] = [] } = (await desk(made)) ?? {}
  const released = await t.call(releaseLine, { as: staff, params: { lineId: line?.id ?? '' } })
  expect([state, released.status]).toEqual(['verified', 409])
})

test('a share that is taken off says at which papers the line still stands', async () => {
  const [one, two] = [await awaiting(), await awaiting()]
  const file = statement([['200,00', `Fee ${one.paperId} ${two.paperId}`]])
  const [line] = await preview(file)
  if (!line) throw new Error('a line')
  await apply([confirmed(line, 'note')])
  const release = async (made: MadeSubmission) => {
    const lineId = (await desk(made))?.lines[0]?.id ?? ''
    return (await t.call(releaseLine, { as: staff, params: { lineId } })).body.message
  }
  expect(await release(one)).toBe(
    `The line was taken off the paper. A share of it stands at ${two.paperId}: only once that is taken off too, it can be imported again.`,
  )
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['known'])
  expect(await release(two)).toBe('The line was taken off the paper. It can be imported again.')
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['several'])
})

test('a line that names a paper beside one that is not charged is for a person to judge', async () => {
  const [made, gone] = [await awaiting(), await awaiting()]
  const body = { reason: 'We cannot come.' }
  await t.call(withdrawAbstract, { as: cast.author.token, params: { abstractId: gone.abstractId }, body })
  const lines = await preview(
    statement([
      ['250,00', `${made.paperId} and ${gone.paperId}`],
      ['500,00', `${gone.paperId} ${made.paperId}`],
      ['250,00', `${made.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict, papers }) => [verdict, papers.length])).toEqual([
    ['several', 2],
    ['several', 2],
    ['match', 1],
  ])
})

test('whoever is accepted anew is asked for the rest of the fee, or for nothing where it is there or reported', async () => {
  const [part, whole, abroad, reported, plain] = [
    await awaiting(),
    await awaiting(),
    await awaiting(),
    await awaiting(),
    await awaiting(),
  ]
  const lines = await preview(
    statement([
      ['100,00', `Fee ${part.paperId}`],
      ['250,00', `Fee ${whole.paperId}`],
      ['165,00', `Fee ${abroad.paperId}`, 'Ada', 'USD'],
    ]),
  )
  await apply(lines.map((line) => confirmed(line, 'note')))
  const report = { as: cast.author.token, params: { paperId: reported.paperId }, body: {} }
  expect((await t.call(reportPayment, report)).status).toBe(200)
  const told = []
  for (const made of [part, whole, abroad, reported, plain]) {
    const params = await reopenedNow(made)
    const accepted = { score: 80, comments: 'Good.' }
    await t.call(approvePaperAsChair, { as: cast.admin.token, params, body: accepted })
    const mail = (await t.mails()).findLast(({ decides }) => decides === made.abstractId)
    told.push([
      mail?.kind,
      /Amount: .*|.* arrived for it before.*|do not pay again/.exec(mail?.text ?? '')?.[0],
    ])
  }
  expect(told).toEqual([
    ['paper_approve', 'Amount: 150.00 EUR (100.00 EUR came before)'],
    ['paper_approve_paid', 'do not pay again'],
    [
      'paper_approve_looked_at',
      '165.00 USD arrived for it before. The organisers look at what that is and tell you what is due; please do not pay again until then.',
    ],
    ['paper_approve_paid', 'do not pay again'],
    ['paper_approve', 'Amount: 250.00 EUR'],
  ])
})

test('a paper for which money is there is withdrawn, not deleted', async () => {
  const made = await awaiting()
  const [line] = await preview(statement([['100,00', `Fee ${made.paperId}`]]))
  if (!line) throw new Error('a line')
  await apply([confirmed(line, 'note')])
  await reopenedNow(made)
  const call = { as: cast.author.token, params: { abstractId: made.abstractId } }
  const deleted = await t.call(deleteAbstract, call)
  expect([deleted.status, deleted.refusal.message]).toEqual([
    409,
    'Money came for this paper, or was said to come, so that it cannot be deleted. Withdraw it instead; the organisers see to the money.',
  ])
  const [note] = (await desk(made))?.lines ?? []
  await t.call(releaseLine, { as: staff, params: { lineId: note?.id ?? '' } })
  expect((await t.call(deleteAbstract, call)).status).toBe(200)
})

test('a paper that comes back to be paid has what came before', async () => {
  const made = await awaiting()
  const [line] = await preview(statement([['100,00', `Fee ${made.paperId}`]]))
  if (!line) throw new Error('a line')
  await apply([confirmed(line, 'note')])
  const params = await reopenedNow(made)
  expect(await moneyOf(made)).toEqual(['held', '100.00 EUR', null])
  const accepted = await t.call(approvePaperAsChair, {
    as: cast.admin.token,
    params,
    body: { score: 80, comments: 'Good.' },
  })
  expect(accepted.status).toBe(200)
  expect(await moneyOf(made)).toEqual(['awaiting', '100.00 EUR', 'part'])
})

test('the database refuses to pay back what a paper does not have', async () => {
  const made = await awaiting()
  const [line] = await preview(statement([['250,00', `Fee ${made.paperId}`]]))
  if (!line) throw new Error('a line')
  await apply([confirmed(line)])
  const back = (use: 'payment' | 'double', amount: string) =>
    t.transact(async ({ tx }) => {
      const [row] = await tx.select().from(bankLines).where(eq(bankLines.submissionId, made.abstractId))
      if (row === undefined) throw new Error('no line')
      const paymentId = use === 'payment' ? row.paymentId : null
      await tx
        .insert(bankLines)
        .values({ ...row, id: randomUUID(), hash: randomUUID(), use, paymentId, amount })
    })
  const constraint = async (work: Promise<void>) => {
    const cause: unknown = await work.then(
      () => undefined,
      (error: Error) => error.cause ?? error,
    )
    return cause !== undefined && cause !== null && typeof cause === 'object' && 'constraint' in cause
      ? cause.constraint
      : undefined
  }
  expect(await constraint(back('double', '-250.00'))).toBe('bank_lines_refunds_covered')
  expect(await constraint(back('payment', '-10.00'))).toBe('bank_lines_payment_came_in')
  expect(await constraint(back('double', '-249.99'))).toBeUndefined()
})

test('what came after a payment counts once when that was taken back and another verified', async () => {
  const made = await awaiting()
  const [first, again] = await preview(
    statement([
      ['250,00', `Fee ${made.paperId}`],
      ['250,00', `Fee ${made.paperId}`],
    ]),
  )
  if (!first || !again) throw new Error('two lines')
  await apply([confirmed(first), confirmed(again, 'note')])
  await t.call(reopenPayment, { as: staff, params: made, body: { reason: 'not theirs' } })
  expect(await moneyOf(made)).toEqual(['awaiting', '250.00 EUR', 'exact'])
  await t.call(verifyPayment, { as: staff, params: made, body: {} })
  expect(await moneyOf(made)).toEqual(['verified', '250.00 EUR', 'exact'])
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

test.each(['abc', 'EUR', 'n/a', '1 250,00.0'])(
  '%j for an amount cannot be read, and is no currency',
  async (amount) => {
    const { paperId } = await awaiting()
    const file = [
      'Date;Amount;Text',
      ...['10.00;Gift', '20.00;Gift', '30.00;Gift', `${amount};Fee ${paperId}`, `${amount};Gift`],
      ...[`;Fee ${paperId}`, `-;Fee ${paperId}`],
    ]
    const lines = await preview(file.map((line, at) => (at === 0 ? line : `2026-03-02;${line}`)).join('\n'))
    expect(lines.slice(3).map((line) => [line.verdict, line.amount, line.currency, line.unreadable])).toEqual(
      [
        ['unreadable', null, null, amount],
        ['none', null, null, amount],
        ['none', null, null, null],
        ['none', null, null, null],
      ],
    )
  },
)

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

test('a line given to a paper pays it only where it makes up the fee; a part, too much and another currency are noted', async () => {
  const [part, much, abroad, right] = [await awaiting(), await awaiting(), await awaiting(), await awaiting()]
  const papers = [part, much, abroad, right]
  const lines = await preview(
    statement([
      ['100,00', 'Fee without an id'],
      ['300,00', 'Fee without an id'],
      ['250,00', 'Fee without an id', 'Ada', 'CHF'],
      ['250,00', 'Fee without an id'],
      ['150,00', 'The rest, without an id'],
      ['250,00', 'Fees of two of us', 'Ada', 'CHF'],
    ]),
  )
  const [, , , , rest, divided] = lines
  if (!rest || !divided) throw new Error('six lines')
  const given = (line: JudgedLine, paperIds: string[]) => ({
    ...confirmed(line, 'payment', paperIds),
    match: true,
  })
  const mails = (await t.mails()).length
  const done = await apply(
    papers.flatMap(({ paperId }, at) => (lines[at] ? [given(lines[at], [paperId])] : [])),
  )
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['noted', 'noted', 'noted', 'verified'])
  expect(await Promise.all(papers.map(moneyOf))).toEqual([
    ['awaiting', '100.00 EUR', 'part'],
    ['awaiting', '300.00 EUR', 'over'],
    ['awaiting', '250.00 CHF', 'foreign'],
    ['verified', '250.00 EUR', 'exact'],
  ])
  // Who paid a part is asked for the rest; nobody else for anything.
  expect((await t.mails()).slice(mails).map(({ kind }) => kind)).toEqual(['payment_verified', 'payment_part'])
  await apply([given(rest, [part.paperId])])
  expect(await moneyOf(part)).toEqual(['verified', '250.00 EUR', 'exact'])
  // A share in another currency makes up no fee either.
  const shared = await awaiting()
  const shares = { shares: ['250.00'] }
  const one = await apply([{ ...confirmed(divided, 'payment', [shared.paperId]), ...shares }])
  expect([one.lines.map(({ outcome }) => outcome), await moneyOf(shared)]).toEqual([
    ['noted'],
    ['awaiting', '250.00 CHF', 'foreign'],
  ])
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

test('an author is known by the profile’s name too, which is the bank’s', async () => {
  const author = await makePerson(t, { role: 'author', name: 'quist_77' })
  const body = { firstName: 'Maren', lastName: 'Quist', organization: 'North' }
  expect((await t.call(saveProfile, { as: author.token, body })).status).toBe(200)
  const { paperId } = await submissionAt(t, 'awaiting_payment', { ...cast, author })
  const [line] = await preview(statement([['250.00', 'The fee', 'QUIST MAREN']]))
  expect([line?.verdict, line?.likely.map((paper) => paper.paperId)]).toEqual(['unknown', [paperId]])
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

test('papers that never awaited a payment are unknown, whatever the line says', async () => {
  const early = await submissionAt(t, 'paper_submitted', cast)
  const lines = await preview(statement([['250,00', early.paperId]]))
  expect(lines.map(({ verdict, papers, likely }) => [verdict, papers, likely])).toEqual([['unknown', [], []]])
  const done = await apply(lines.map((line) => confirmed(line, 'payment', [early.paperId])))
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['refused'])
})

test('what was paid before its author withdrew, unreported, is noted, comes onto the desk and is told', async () => {
  const gone = await awaiting()
  await t.call(withdrawAbstract, { as: cast.author.token, params: gone, body: { reason: 'no time' } })
  expect(await desk(gone)).toBeUndefined()
  const mails = (await t.mails()).length
  const [line] = await preview(statement([['250,00', gone.paperId]]))
  if (line === undefined) throw new Error('no line')
  expect([line.verdict, line.papers.map(({ paperId }) => paperId)]).toEqual(['undue', [gone.paperId]])
  const done = await apply([confirmed(line, 'payment', [gone.paperId])])
  expect(done.lines.map(({ outcome }) => outcome)).toEqual(['noted'])
  const kept = await desk(gone)
  expect(kept?.received).toEqual([{ amount: '250.00', currency: 'EUR' }])
  expect((await t.mails()).slice(mails).map(({ toAddress }) => toAddress)).toEqual([cast.author.email])
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

test('a line for two papers is divided as a person says; the same file again changes nothing', async () => {
  const [whole, part, paid] = [await awaiting(), await awaiting(), await awaiting()]
  await t.call(verifyPayment, { as: staff, params: paid, body: { amount: '250' } })
  const file = statement([['400,00', `Fees ${whole.paperId} and ${part.paperId}`]])
  const [line] = await preview(file)
  if (!line) throw new Error('a line')
  expect(line.verdict).toBe('several')
  const given = (shares: string[], paperIds = [whole.paperId, part.paperId]) => ({
    ...confirmed(line, 'payment', paperIds),
    shares,
  })
  for (const [shares, paperIds] of [
    [['250.00', '150.01']],
    [['400.00']],
    [['650.00', '-250.00']],
    [['400.00', '0.00']],
    [
      ['250.00', '150.00'],
      [whole.paperId, whole.paperId],
    ],
  ] as [string[], string[]?][]) {
    const refused = await t.call(importPayments, { as: staff, body: { lines: [given(shares, paperIds)] } })
    expect([refused.status, await moneyOf(whole)]).toEqual([422, ['awaiting', null]])
  }
  const mails = (await t.mails()).length
  const done = await apply([given(['250.00', '150.00'])])
  expect(done.lines.map(({ outcome, paperIds }) => [outcome, paperIds])).toEqual([
    ['verified', [whole.paperId, part.paperId]],
  ])
  expect([await moneyOf(whole), await moneyOf(part)]).toEqual([
    ['verified', '250.00 EUR', 'exact'],
    ['awaiting', '150.00 EUR', 'part'],
  ])
  expect((await t.mails()).slice(mails).map(({ kind }) => kind)).toEqual(['payment_verified', 'payment_part'])
  expect((await preview(file)).map(({ verdict }) => verdict)).toEqual(['known'])
  expect((await apply([given(['100.00', '300.00'])])).lines.map(({ outcome }) => outcome)).toEqual(['known'])

  // With what was noted before, a share makes up the fee; what comes for a paper that is paid is paid twice.
  const [rest] = await preview(statement([['200,00', 'Fees of two of us']]))
  if (!rest) throw new Error('a line')
  expect(rest.verdict).toBe('unknown')
  const shares = { shares: ['100.00', '100.00'] }
  await apply([{ ...confirmed(rest, 'payment', [part.paperId, paid.paperId]), ...shares }])
  expect([await moneyOf(part), await moneyOf(paid)]).toEqual([
    ['verified', '250.00 EUR', 'exact'],
    ['verified', '350.00 EUR', 'over'],
  ])
})

test('a part that was noted by hand counts once: its own line is known for it, of whatever day', async () => {
  const [half, whole] = [await awaiting(), await awaiting()]
  const verify = async (params: MadeSubmission, body: { amount: string; as?: 'part' }) =>
    expect((await t.call(verifyPayment, { as: staff, params, body })).status).toBe(200)
  await verify(half, { amount: '125', as: 'part' })
  const lines = await preview(
    statement([
      ['125,00', `Fee ${half.paperId}`],
      ['125,00', `Fee ${half.paperId}, second half`],
    ]),
  )
  expect(lines.map(({ verdict, earlier }) => [verdict, earlier?.text ?? null])).toEqual([
    ['perhaps', 'Noted by hand'],
    ['match', null],
  ])

  await verify(whole, { amount: '100', as: 'part' })
  await verify(whole, { amount: '150' })
  const both = await preview(
    statement([
      ['100,00', `Fee ${whole.paperId}`],
      ['150,00', `Fee ${whole.paperId}`],
      ['150,00', `Fee ${whole.paperId}, by mistake`],
    ]),
  )
  expect(both.map(({ verdict }) => verdict)).toEqual(['perhaps', 'by_hand', 'double'])
  const { lines: done } = await apply(
    both.slice(1).map((line, at) => confirmed(line, at === 0 ? 'payment' : 'note')),
  )
  expect(done.map(({ outcome }) => outcome)).toEqual(['joined', 'double'])
  expect(await moneyOf(whole)).toEqual(['verified', '400.00 EUR', 'over'])
})

test('where no fee is said, whoever is accepted anew is not asked to pay what is there', async () => {
  const made = await awaiting()
  const [line] = await preview(statement([['100,00', `Fee ${made.paperId}`]]))
  if (!line) throw new Error('a line')
  await apply([confirmed(line, 'note')])
  const params = await reopenedNow(made)
  await fee('')
  const body = { score: 80, comments: 'Good.' }
  await t.call(approvePaperAsChair, { as: cast.admin.token, params, body })
  const mail = (await t.mails()).findLast(({ decides }) => decides === made.abstractId)
  expect(mail?.kind).toBe('paper_approve_paid')
})

test('a line that two organisers give to different papers at once pays one of them', async () => {
  const line = (await preview(statement([['250,00', 'Conference fee, no id']])))[0]
  if (line === undefined) throw new Error('a line')
  for (let round = 0; round < 3; round += 1) {
    const papers = [await awaiting(), await awaiting()]
    const lines = papers.map(({ paperId }) => ({
      ...confirmed(line, 'payment', [paperId]),
      occurrence: round + 1,
    }))
    const done = await Promise.all([apply(lines.slice(0, 1), cast.admin.token), apply(lines.slice(1))])
    const outcomes = done.flatMap((one) => one.lines.map(({ outcome }) => outcome))
    expect(new Set(outcomes)).toEqual(new Set(['known', 'verified']))
    const states = await Promise.all(papers.map(async (made) => (await desk(made))?.state))
    expect(new Set(states)).toEqual(new Set(['awaiting', 'verified']))
  }
})

test('what was judged to make up the fee beside another line is noted as a part where that one was left out', async () => {
  const [made, other] = [await awaiting(), await awaiting()]
  const lines = await preview(
    statement([
      ['100,00', `Fee ${made.paperId}`],
      ['150,00', `Fee ${made.paperId}`],
      ['250,00', `Fee ${other.paperId}`],
    ]),
  )
  expect(lines.map(({ verdict }) => verdict)).toEqual(['part', 'match', 'match'])
  const [first] = lines
  if (first === undefined) throw new Error('three lines')
  const matches = lines.slice(1).map((line) => ({ ...confirmed(line), match: true }))
  const { lines: done } = await apply(matches)
  expect(done.map(({ outcome }) => outcome)).toEqual(['noted', 'verified'])
  expect(await moneyOf(made)).toEqual(['awaiting', '150.00 EUR', 'part'])
  const mail = (await t.mails()).findLast(({ subject }) => subject.includes(made.paperId))
  expect([mail?.kind, mail?.text.includes('100.00 EUR are still due')]).toEqual(['payment_part', true])
  // The line that was left out makes it up.
  const rest = await apply([{ ...confirmed(first), match: true }])
  expect([rest.lines.map(({ outcome }) => outcome), await moneyOf(made)]).toEqual([
    ['verified'],
    ['verified', '250.00 EUR', 'exact'],
  ])
})

test('beside money in another currency nobody is asked for the rest, and the report stands until somebody looked at it', async () => {
  const made = await awaiting()
  const [part, abroad] = await preview(
    statement([
      ['100,00', `Fee ${made.paperId}`],
      ['165,00', `Rest ${made.paperId}`, 'Ada', 'USD'],
    ]),
  )
  if (!part || !abroad) throw new Error('two lines')
  await apply([confirmed(part, 'note')])
  await t.call(reportPayment, { as: cast.author.token, params: made, body: {} })
  const mails = (await t.mails()).length
  await apply([confirmed(abroad, 'note')])
  expect((await t.mails()).slice(mails)).toEqual([])
  expect(await moneyOf(made)).toEqual(['reported', '100.00 EUR', '165.00 USD', 'foreign'])
})

test('where no fee is said, money in another currency is not taken for the one of the settings', async () => {
  await fee('')
  const made = await awaiting()
  const [abroad] = await preview(statement([['230,00', `Fee ${made.paperId}`, 'Ada', 'USD']]))
  if (!abroad) throw new Error('a line')
  await apply([confirmed(abroad, 'note')])
  expect((await t.call(verifyPayment, { as: staff, params: made, body: {} })).status).toBe(200)
  expect(await moneyOf(made)).toEqual(['verified', '230.00 USD', null])
  const [receipt] = (await desk(made))?.receipts ?? []
  const [row] = await t.database.db
    .select({ amount: receipts.amount, currency: receipts.currency })
    .from(receipts)
    .where(eq(receipts.name, receipt?.number ?? ''))
  expect(row).toEqual({ amount: '230.00', currency: 'USD' })
})

test('what was noted before in the currency of the line that pays is of its payment, whether a fee is said or not', async () => {
  for (const said of ['', '250.00']) {
    await fee(said)
    const [made, atOnce, other] = [await awaiting(), await awaiting(), await awaiting()]
    const lines = await preview(
      statement([
        ['100,00', `First ${made.paperId}`, 'Ada', 'CHF'],
        ['150,00', `Rest ${made.paperId}`, 'Ada', 'CHF'],
        ['100,00', `First ${atOnce.paperId}`, 'Ada', 'CHF'],
        ['150,00', `Rest ${atOnce.paperId}`, 'Ada', 'CHF'],
        ['100,00', `First ${other.paperId}`, 'Ada', 'USD'],
        ['150,00', `Rest ${other.paperId}`, 'Ada', 'CHF'],
      ]),
    )
    const [first, rest, ...more] = lines
    if (!first || !rest) throw new Error('six lines')
    await apply([confirmed(first, 'note')])
    await apply([confirmed(rest)])
    await apply(more.map((line, at) => confirmed(line, at % 2 === 0 ? 'note' : 'payment')))
    const balance = said === '' ? null : 'foreign'
    expect([await moneyOf(made), await moneyOf(atOnce), await moneyOf(other)]).toEqual([
      ['verified', '250.00 CHF', balance],
      ['verified', '250.00 CHF', balance],
      ['verified', '150.00 CHF', '100.00 USD', balance],
    ])
    const given = await t.database.db
      .select({ amount: receipts.amount, currency: receipts.currency })
      .from(receipts)
      .where(eq(receipts.paperId, made.paperId))
    expect(given).toEqual([{ amount: '250.00', currency: 'CHF' }])
  }
})
