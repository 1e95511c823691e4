import { Page } from './page.ts'

/** All that a receipt says. */
export interface ReceiptFacts {
  /** `R26-0012`. */
  number: string
  issuedAt: Date
  /** Days as they are printed, `2 March 2026`. */
  issuedOn: string
  voidedOn: string | null
  conference: string
  organiser: { name: string; address: string; taxNumber: string }
  /** Null: forgotten with the account. */
  payer: { name: string; address: string; taxNumber: string } | null
  paperId: string
  title: string
  /** `250.00`; null where neither the payment nor the fee says it. */
  amount: string | null
  currency: string
  reference: string
}

const words = {
  receipt: 'Receipt',
  number: 'Receipt number',
  date: 'Date',
  issuer: 'Issued by',
  payer: 'Received from',
  forgotten: 'Not kept: the account was deleted',
  taxNumber: 'Tax number',
  for: 'For',
  fee: (conference: string) => `Registration fee, ${conference}`,
  paperId: 'Paper ID',
  title: 'Title',
  reference: 'Reference',
  amount: 'Amount received',
  inFull: 'The registration fee in full',
  void: 'VOID',
  voided: (day: string) => `VOID since ${day}. This receipt is not valid.`,
} as const

const GREY = '#595959'
const RED = '#a31621'
/** Where the values stand, beside their labels. */
const COLUMN = 200

/** A receipt as a tagged PDF. The same facts give the same bytes. */
export async function receiptPdf(facts: ReceiptFacts): Promise<Buffer> {
  const { conference, organiser } = facts
  const page = new Page({
    title: `${words.receipt} ${facts.number}${facts.voidedOn === null ? '' : ` (${words.void})`}`,
    author: organiser.name,
    made: facts.issuedAt,
  })
  if (facts.voidedOn !== null) await page.across(words.void, '#f7dfe1')
  const at = (y: number) => ({ x: page.left, y })
  const heading = `${words.receipt} ${facts.number}`
  let y = await page.paragraphs(page.element('H1'), heading, at(64), { size: 24, weight: 700 })
  y = await page.paragraphs(page.element('P'), conference, at(y), { color: GREY })
  if (facts.voidedOn !== null) {
    const said = words.voided(facts.voidedOn)
    y = await page.paragraphs(page.element('P'), said, at(y + 10), { size: 14, weight: 700, color: RED })
  }
  page.rule(y + 14, '#c8c8c8')
  y += 32
  const list = page.element('L')
  for (const [label, value] of rowsOf(facts)) {
    const item = page.element('LI', list)
    const strong = label === words.amount ? ({ size: 14, weight: 700 } as const) : {}
    const next = await page.paragraphs(page.element('Lbl', item), label, at(y), { color: GREY })
    y = await page.paragraphs(page.element('LBody', item), value, { x: COLUMN, y }, strong)
    y = Math.max(next, y) + 8
  }
  return page.bytes()
}

function rowsOf({ organiser, payer, ...facts }: ReceiptFacts): (readonly [label: string, value: string])[] {
  const rows: (readonly [string, string])[] = [
    [words.number, facts.number],
    [words.date, facts.issuedOn],
    [words.issuer, party(organiser)],
    [words.payer, payer === null ? words.forgotten : party(payer)],
    [words.for, words.fee(facts.conference)],
    [words.paperId, facts.paperId],
    [words.title, facts.title],
    [words.reference, facts.reference],
    [words.amount, facts.amount === null ? words.inFull : `${facts.amount} ${facts.currency}`],
  ]
  return rows.filter(([, value]) => value !== '')
}

function party({ name, address, taxNumber }: ReceiptFacts['organiser']): string {
  return [name, address, taxNumber && `${words.taxNumber}: ${taxNumber}`].filter(Boolean).join('\n')
}
