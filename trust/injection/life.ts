import * as payments from '#shared/payments/contract.ts'
import { readPayment, savePayer } from '#shared/payments/receipt-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { makeCalendarFeed } from '#shared/reminders/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import type { Arrived, Scene } from './scene.ts'

/** A submission's whole life, in which everybody writes the same text everywhere; gives what reached somebody else as a file. */
export async function live(text: string, at: number, scene: Scene): Promise<Arrived> {
  const { t, admin, reviewer, bench } = scene
  const arrived: Arrived = { receipts: [], calendars: [], headers: [] }
  const ada = await makePerson(t, { role: 'author' })
  const as = { as: ada.token }
  const asAdmin = { as: admin.token }
  const noted = <A extends { status: number }>(what: string, answer: A): A => {
    bench.tried(
      answer.status >= 500 ? `${what} of ${JSON.stringify(text.slice(0, 40))}: ${answer.status}` : undefined,
    )
    return answer
  }
  const fetched = async (url: string) => {
    const answer = await t.app.http.inject({ url })
    bench.tried(answer.statusCode === 200 ? undefined : `${url}: ${answer.statusCode}`)
    const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    arrived.headers.push(Object.fromEntries(entries))
    return answer.rawPayload
  }
  const conference = await renameConference(text, scene, noted)
  const readCalendar = async (person: MadePerson) => {
    const { url } = (await t.call(makeCalendarFeed, { as: person.token })).body
    const bytes = await fetched(new URL(url ?? '').pathname)
    arrived.calendars.push({ text: bytes.toString('utf8'), conference })
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
  const named = { file, fileName: `${text.replaceAll('"', '')}.pdf` }
  const sent = noted('an abstract', await t.upload(author.submitAbstract, { ...as, ...named }))
  if (sent.status !== 200) return arrived
  const params = { abstractId: sent.body.abstractId }
  const coAuthors = [{ name: text, email: `co${at}@west.example`, organization: text }]
  const details = { title: text, topics: [], coAuthors, revision: 0 }
  noted('details', await t.call(saveDetails, { ...as, params, body: details }))
  const ask = { confirmText: 'REQUEST_CHANGE', reason: text }
  noted('a request', await t.call(abstracts.requestAbstractChange, { ...asAdmin, params, body: ask }))
  noted('a new version', await t.upload(author.resubmitAbstract, { ...as, params, ...named }))
  const accept = { ...asAdmin, params, body: { comments: text } }
  noted('an acceptance', await t.call(abstracts.approveAbstract, accept))
  await readCalendar(ada)
  const paper = noted('a paper', await t.upload(author.submitPaper, { ...as, params, ...named }))
  if (paper.status !== 200) return arrived
  const of = { params: { paperId: paper.body.paperId } }
  const body = { reviewerId: reviewer.id, overrideReason: text }
  noted('an assignment', await t.call(papers.assignReviewer, { ...asAdmin, ...of, body }))
  await readCalendar(reviewer)
  await readCalendar(admin)
  const verdict = { score: 90, comments: text }
  noted('a review', await t.call(reviewing.approvePaper, { as: reviewer.token, ...of, body: verdict }))
  const payer = { name: text, address: text, taxNumber: text }
  noted('a payer', await t.call(savePayer, { ...as, ...of, body: payer }))
  noted('a report', await t.call(payments.reportPayment, { ...as, ...of, body: { note: text } }))
  const payment = { reference: text, note: text }
  noted('a payment', await t.call(payments.verifyPayment, { ...asAdmin, ...of, body: payment }))
  const invitee = { email: `invited${at}@east.example`, name: text }
  noted('an invitation', await t.call(inviteReviewers, { ...asAdmin, body: invitee }))

  const { versions } = (await t.call(author.abstractOverview, { ...as, params })).body
  const { files } = (await t.call(author.paperOverview, { ...as, params })).body
  for (const version of [...versions, files.current])
    if (version?.downloadUrl != null) await fetched(version.downloadUrl)
  const paid = (await t.call(readPayment, { ...as, ...of })).body
  for (const { downloadUrl } of paid.receipts)
    arrived.receipts.push({ pdf: await fetched(downloadUrl), payer: paid.payer.name, conference })
  return arrived
}

/** The conference and its organiser are called so too, if that may be; gives what it is called now. */
async function renameConference(
  text: string,
  { t, admin }: Scene,
  noted: <A extends { status: number }>(what: string, answer: A) => A,
): Promise<string> {
  const as = { as: admin.token }
  const { settings, revision } = (await t.call(readSettings, as)).body
  const due = '2026-05-10T23:59:00+02:00'
  const changed = {
    ...settings,
    conferenceName: text,
    organiserName: text,
    organiserAddress: text,
    organiserTaxNumber: text,
    paymentInstructions: text,
    topics: [text],
    deadlines: { abstract: due, paper: due, resubmission: due, review: due },
  }
  noted('settings', await t.call(saveSettings, { ...as, body: { settings: changed, revision } }))
  return (await t.call(readSettings, as)).body.settings.conferenceName
}
