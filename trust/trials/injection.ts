import { parse as parseBibtex } from '@retorquere/bibtex-parser'
import { parse as parseCsv } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import * as payments from '#shared/payments/contract.ts'
import { savePayer } from '#shared/payments/receipt-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type ReceivedMail } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'
import { hostileTexts } from '../requests/hostile.ts'
import type { Bench, Trial } from '../trial.ts'

/** What somebody who means no harm writes; its mails show which elements a mail may hold. */
const HARMLESS = 'A few plain words'
/** Texts that could run, end a line or leave a folder somewhere: those that are merely refused are others' business. */
const texts = hostileTexts.filter((text) => text.trim().length > 3 && text.length < 5000)

interface Scene {
  t: TestPortal
  admin: MadePerson
  reviewer: MadePerson
  bench: Bench
  /** What is written this time. */
  texts: readonly string[]
}

/** Hostile texts in every field that reaches somebody else, looked for in mails, exports and receipts. */
export const injection: Trial = {
  name: 'injection',
  promise: 'What somebody writes is text wherever it arrives: no element, header, formula or path.',
  run: async (bench) => {
    const smtp = await openSmtpPeer()
    const t = await openTestPortal({ template: bench.template, env: { SMTP_URL: smtp.url } })
    try {
      const admin = await makePerson(t, { role: 'admin' })
      const reviewer = await makePerson(t, { role: 'reviewer' })
      const chosen = texts.filter((_, at) => at % bench.times(4, 1) === 0)
      const scene = { t, admin, reviewer, bench, texts: chosen }
      await live(HARMLESS, 0, scene)
      await t.drain()
      const allowed = new Set(smtp.received.flatMap(({ html }) => elementsOf(html ?? '')))
      const [first] = smtp.received
      const headers = new Set(smtp.received.flatMap(headersOf))
      bench.tried(first === undefined || allowed.size < 5 ? 'the harmless mails did not come' : undefined)
      const before = smtp.received.length
      for (const [at, text] of chosen.entries()) await live(text, at + 1, scene)
      await t.drain()
      for (const mail of smtp.received.slice(before)) checkMail(mail, { allowed, headers, bench })
      await checkExports(scene)
    } finally {
      await t.close()
      await smtp.close()
    }
  },
}

/** A submission's whole life, in which everybody writes the same text everywhere. */
async function live(text: string, at: number, { t, admin, reviewer, bench }: Scene): Promise<void> {
  const ada = await makePerson(t, { role: 'author' })
  const as = { as: ada.token }
  const noted = <A extends { status: number }>(what: string, answer: A): A => {
    bench.tried(
      answer.status >= 500 ? `${what} of ${JSON.stringify(text.slice(0, 40))}: ${answer.status}` : undefined,
    )
    return answer
  }
  const profile = {
    firstName: text,
    lastName: text,
    organization: text,
    country: 'GR',
    city: text,
    phone: '',
  }
  noted('a profile', await t.call(saveProfile, { ...as, body: profile }))
  const file = await makePdf({ title: text, text })
  const sent = noted(
    'an abstract',
    await t.upload(author.submitAbstract, { ...as, file, fileName: `${text.replaceAll('"', '')}.pdf` }),
  )
  if (sent.status !== 200) return
  const params = { abstractId: sent.body.abstractId }
  const coAuthors = [{ name: text, email: `co${at}@west.example`, organization: text }]
  noted(
    'details',
    await t.call(saveDetails, {
      ...as,
      params,
      body: { title: text, topics: [], coAuthors, revision: 0 },
    }),
  )
  const reason = text
  const ask = { confirmText: 'REQUEST_CHANGE', reason }
  const asAdmin = { as: admin.token }
  noted('a request', await t.call(abstracts.requestAbstractChange, { ...asAdmin, params, body: ask }))
  noted(
    'a new version',
    await t.upload(author.resubmitAbstract, { ...as, params, file, fileName: `${at}.pdf` }),
  )
  noted(
    'an acceptance',
    await t.call(abstracts.approveAbstract, { ...asAdmin, params, body: { comments: text } }),
  )
  const paper = noted(
    'a paper',
    await t.upload(author.submitPaper, { ...as, params, file, fileName: `${at}.pdf` }),
  )
  if (paper.status !== 200) return
  const of = { params: { paperId: paper.body.paperId } }
  const body = { reviewerId: reviewer.id, overrideReason: text }
  noted('an assignment', await t.call(papers.assignReviewer, { ...asAdmin, ...of, body }))
  const verdict = { score: 90, comments: text }
  noted('a review', await t.call(reviewing.approvePaper, { as: reviewer.token, ...of, body: verdict }))
  noted(
    'a payer',
    await t.call(savePayer, { ...as, ...of, body: { name: text, address: text, taxNumber: text } }),
  )
  noted('a report', await t.call(payments.reportPayment, { ...as, ...of, body: { note: text } }))
  const payment = { reference: text, note: text }
  noted('a payment', await t.call(payments.verifyPayment, { ...asAdmin, ...of, body: payment }))
  const invitee = { email: `invited${at}@east.example`, name: text }
  noted('an invitation', await t.call(inviteReviewers, { ...asAdmin, body: invitee }))
}

/** Names of elements with those of their attributes, as a reader of HTML finds them. */
function elementsOf(html: string): string[] {
  return [...html.matchAll(/<\s*([a-z!/][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)/gi)].map(
    ([, name = '', rest = '']) => {
      const attributes = [...rest.matchAll(/([\w-]+)\s*=/g)].map(([, one]) => one)
      return `${name.toLowerCase()} ${attributes.join(' ')}`
    },
  )
}

const headersOf = ({ headers }: ReceivedMail) => headers.map(({ key }) => key)

function checkMail(
  mail: ReceivedMail,
  { allowed, headers, bench }: { allowed: Set<string>; headers: Set<string>; bench: Bench },
): void {
  const subject = mail.subject ?? ''
  const strange = elementsOf(mail.html ?? '').filter((element) => !allowed.has(element))
  bench.tried(strange.length > 0 ? `“${subject}” holds ${strange.join(', ')}` : undefined)
  const added = headersOf(mail).filter((name) => !headers.has(name) && !name.startsWith('list-'))
  const [to, ...others] = mail.to ?? []
  bench.tried(
    added.length > 0 || others.length > 0 || to?.address !== mail.recipient || /[\r\n]/.test(subject)
      ? `“${subject}” goes to ${JSON.stringify(mail.to)} with ${added.join(', ')}`
      : undefined,
  )
  const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '')
  const leading = links.filter((link) => !/^(https:\/\/portal\.example|mailto:)/.test(link))
  bench.tried(leading.length > 0 ? `“${subject}” leads to ${leading.join(', ')}` : undefined)
}

async function checkExports({ t, admin, bench, texts: written }: Scene): Promise<void> {
  const read = async (name: string) => {
    const url = `/api/admin/export/${name}`
    const answer = await t.app.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
    bench.tried(answer.statusCode === 200 ? undefined : `${name}: ${answer.statusCode}`)
    return answer.rawPayload
  }
  for (const table of ['abstracts', 'papers', 'reviews', 'payments', 'people', 'assignments']) {
    const rows: string[][] = parseCsv(await read(`${table}.csv`), { bom: true })
    const formulas = rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.]+$/.test(cell))
    bench.tried(formulas.length > 0 ? `${table}.csv: ${formulas[0]}` : undefined)
    bench.tried(rows.length < written.length / 2 ? `${table}.csv has ${rows.length} rows` : undefined)
    const sheet = (await readXlsx(await read(`${table}.xlsx`))).sheets[0]
    const cells = [...(sheet?.cells?.values() ?? [])]
    bench.tried(
      cells.some(({ formula }) => formula !== undefined) ? `${table}.xlsx holds a formula` : undefined,
    )
    JSON.parse((await read(`${table}.json`)).toString('utf8'))
  }
  const { errors, entries } = parseBibtex((await read('papers.bib')).toString('utf8'))
  bench.tried(errors.length > 0 || entries.length === 0 ? `papers.bib: ${errors[0]?.error}` : undefined)
  const names = [...(await unzip(await read('papers.zip'))).keys()]
  const astray = names.filter(
    (name) => !/^[^/\\:*?"<>|\p{C}]+(\/[^/\\:*?"<>|\p{C}]+)*$/u.test(name) || name.includes('..'),
  )
  bench.tried(
    astray.length > 0 || names.length === 0 ? `papers.zip: ${astray[0] ?? 'it is empty'}` : undefined,
  )
}
