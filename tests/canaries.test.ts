import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { rowsOf } from '#server/db/db.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { activityKinds } from '#shared/activity/contract.ts'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { paperIdOf } from '#shared/core/ids.ts'
import { orcidOf } from '#shared/core/orcid.ts'
import { type Role, roles } from '#shared/core/roles.ts'
import { exportedTables, tableFormats } from '#shared/exporting/contract.ts'
import { savePreferences } from '#shared/mail/preferences.ts'
import { listNotices, markAllRead, markRead } from '#shared/notices/contract.ts'
import * as payments from '#shared/payments/contract.ts'
import * as receipts from '#shared/payments/receipt-contract.ts'
import { endSession, listSessions } from '#shared/people/account-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import * as peopleDesk from '#shared/people/desk-contract.ts'
import { calendarFeed, makeCalendarFeed, readCalendar } from '#shared/reminders/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papersDesk from '#shared/reviewing/desk-contract.ts'
import { addPublications } from '#shared/reviewing/publications-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstractsDesk from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { abstractStatuses, paperStatuses, reviewStatuses, stages } from '#shared/submissions/states.ts'
import { saveSubmissionText } from '#shared/submissions/text-contract.ts'
import { type MadePerson, makePdf, makePerson } from './factories.ts'
import { readPdfPages } from './read-pdf-pages.ts'
import { saidIn } from './said-in.ts'
import { openSmtpPeer, type ReceivedMail } from './smtp-peer.ts'
import { type MadeSubmission, submissionAt } from './submission-at.ts'
import { type Answered, type CallOptions, openTestPortal, type TestPortal } from './test-portal.ts'

/**
 * Every hidden thing holds a text found nowhere else, a canary. Everybody asks everything there is to ask, by every
 * id, search and filter, and follows every link; then each must have seen just the canaries of their row below
 * (portal.md §6, decisions.md §5, §6, §7).
 *
 * People: Ada and Otto are authors, Bea author and reviewer, Rita and Rob reviewers, Ulf a reviewer taken off his only
 * paper, Stan an author with the payments desk, Clara an admin, Dora an admin who was disabled. Of the papers
 * - `open` (Ada's) is under review: Rob's review of two is in, Rita has a draft, Ulf was assigned for a while;
 * - `paid` (Ada's) is complete, reviewed by Rita and Rob; `gone` is an abstract that Ada deleted;
 * - `rival` (Otto's) is under review by Bea; Rita gave it back for a conflict; `lost` is his abstract, declined;
 * - `beas` (Bea's) is under review, with Rob's review of two in; `next` is Otto's abstract, accepted, whose paper is awaited.
 * `paid` and `rival` have a title of their author's own and a co-author; the others go by what the PDF says.
 * Everybody has a calendar, everybody was reminded of what is due, and Rob's mails come once a day.
 */
type Who = 'Ada' | 'Otto' | 'Rita' | 'Rob' | 'Ulf' | 'Bea' | 'Stan' | 'Clara' | 'Dora'
type Reader = Who | 'nobody' | 'invitee'

const roleOf: Record<Who, Role> = {
  Ada: 'author',
  Otto: 'author',
  Rita: 'reviewer',
  Rob: 'reviewer',
  Ulf: 'reviewer',
  Bea: 'both',
  Stan: 'author',
  Clara: 'admin',
  Dora: 'admin',
}
const authorOf = {
  open: 'Ada',
  paid: 'Ada',
  gone: 'Ada',
  rival: 'Otto',
  lost: 'Otto',
  next: 'Otto',
  beas: 'Bea',
} as const
type Paper = keyof typeof authorOf

interface Sight {
  /** In answers, headers, links, mails as they arrive, notifications, calendars and receipts. */
  told: string
  /** Told in a single-anonymous conference only. */
  single?: string
  /** In PDFs alone. */
  inFiles?: string
  /** In PDFs, in a single-anonymous conference only. */
  inFilesSingle?: string
}

const person = '{id,name,email,org,phone,orcid}'
const ownAbstract = '{abstractId,abstractFile,abstractTitle,abstractKey}'
const ownPaper = '{paperId,paperFile,paperTitle,paperKey,paperMd5,note}'
const desk = '{abstractId,abstractFile,abstractTitle,paperId,paperFile,paperTitle,paperMd5,note}'
/** What its author said of it. */
const described = '{title,co.name,co.email,co.org,co.orcid}'
const describedDesk = '{abstractId,abstractFile,abstractTitle,paperId,paperFile,paperMd5,note}'
/** What a PDF says of who made it: its information, its XMP, a mark on a page, an attachment's name and content. */
const telling = (part: string) =>
  `${part}Title,${part}Author,${part}Xmp,${part}Mark,${part}Attached,${part}Data`
const inBoth = `{${telling('abstract')},${telling('paper')}}`
const inPaper = `{${telling('paper')}}`

/**
 * What each may see, by hand. PDFs are served as they were uploaded, but not to reviewers of a double-anonymous
 * conference: they get a copy that says nothing of who made it.
 */
const sights: Record<Reader, Sight> = {
  nobody: { told: '' },
  invitee: { told: 'invite.{email,name,pin,link}' },
  Dora: { told: '' },
  Ada: {
    told: `Ada.${person} open.${ownAbstract} open.${ownPaper} paid.${ownAbstract} paid.${ownPaper}
      paid.${described} paid.text paid.Rita.comments paid.Rob.comments paid.{authorNote,paidAt,reference,amount}
      paid.payer.{name,address,taxNumber}
      gone.{abstractId,abstractFile,abstractTitle}`,
    inFiles: `open.${inBoth} paid.${inBoth} gone.{${telling('abstract')}}`,
  },
  Otto: {
    told: `Otto.${person} rival.${ownAbstract} rival.${ownPaper} rival.${described} rival.text lost.${ownAbstract}
      lost.{secondFile,secondTitle,secondKey,changeNote,declineNote} next.${ownAbstract} next.note`,
    inFiles: `rival.${inBoth} lost.{${telling('abstract')},${telling('second')}} next.{${telling('abstract')}}`,
  },
  // The entry in her own calendar goes by her assignment's id; so does Bea's.
  Rita: {
    told: `Rita.${person} Rita.publication open.paperId paid.paperId rival.paperId rival.Rita.conflict
      open.Rita.{draft,draftScore,assignment} paid.Rita.{comments,score}`,
    single: 'open.{paperFile,paperTitle} paid.{paperFile,title,co.name,co.org} Ada.{name,org}',
    inFilesSingle: `open.${inPaper} paid.${inPaper}`,
  },
  Rob: {
    told: `Rob.${person} open.paperId paid.paperId beas.paperId
      open.Rob.{comments,score} paid.Rob.{comments,score} beas.Rob.{comments,score}`,
    single: `open.{paperFile,paperTitle} paid.{paperFile,title,co.name,co.org} Ada.{name,org}
      beas.{paperFile,paperTitle} Bea.{name,org}`,
    inFilesSingle: `open.${inPaper} paid.${inPaper} beas.${inPaper}`,
  },
  Ulf: { told: `Ulf.${person} open.paperId` },
  Bea: {
    told: `Bea.${person} beas.${ownAbstract} beas.${ownPaper} rival.paperId rival.Bea.{draft,draftScore,assignment}`,
    single: 'rival.{paperFile,title,co.name,co.org} Otto.{name,org}',
    inFiles: `beas.${inBoth}`,
    inFilesSingle: `rival.${inPaper}`,
  },
  Stan: {
    told: `Stan.${person} Ada.{name,email,org} Clara.name
      paid.{paperId,title,authorNote,paidAt,reference,amount,deskNote} paid.payer.{name,address,taxNumber}`,
  },
  Clara: {
    told: `Ada.{id,name,email,org} Otto.{id,name,email,org} Rita.{id,name,email,org} Rob.{id,name,email,org}
      Ulf.{id,name,email,org} Bea.{id,name,email,org} Stan.{id,name,email,org} Dora.{id,name,email,org}
      Clara.${person} invite.{email,name,topic}
      open.${desk} paid.${describedDesk} paid.${described} rival.${describedDesk} rival.${described} beas.${desk}
      gone.{abstractId,abstractFile,abstractTitle}
      lost.{abstractId,abstractFile,abstractTitle,secondFile,secondTitle,changeNote,declineNote}
      next.{abstractId,abstractFile,abstractTitle,note} paid.payer.{name,address,taxNumber}
      open.Rob.{comments,score} open.Ulf.override paid.Rita.{comments,score} paid.Rob.{comments,score}
      paid.{authorNote,paidAt,reference,amount,deskNote} rival.Rita.conflict beas.Rob.{comments,score}`,
    inFiles: `open.${inBoth} paid.${inBoth} rival.${inBoth} beas.${inBoth} lost.{${telling('second')}}
      next.{${telling('abstract')}}`,
  },
}

/** `Ada.{id,name}` to `Ada.id`, `Ada.name`. */
function spelledOut(text = ''): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const [, head, tails] = /^(.*)\{(.*)\}$/.exec(word) ?? []
    if (head !== undefined && tails !== undefined) return tails.split(',').map((tail) => head + tail)
    return word === '' ? [] : [word]
  })
}

/** Whose submissions and papers are no secret to whom, by the permission a call asks for. */
const theirs: Record<'author' | 'reviewer', Partial<Record<Who, Paper[]>>> = {
  author: { Ada: ['open', 'paid'], Otto: ['rival', 'lost', 'next'], Bea: ['beas'] },
  reviewer: { Rita: ['open', 'paid'], Rob: ['open', 'paid', 'beas'], Bea: ['rival'] },
}

interface World {
  t: TestPortal
  people: Record<Who, MadePerson>
  papers: Record<Paper, MadeSubmission>
  /** What each canary is called, and its text. */
  canaries: Map<string, string>
  /** Links that somebody was given while they still might. */
  oldLinks: Partial<Record<Reader, string | string[]>>
  /** The mails as they arrived, headers and attachments too. */
  arrived: ReceivedMail[]
}

async function done<S extends EndpointSpec>(asked: Promise<Answered<S>>) {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.refusal.message}`)
  return answer.body
}

async function makeWorld(anonymity: Settings['anonymity']): Promise<World> {
  const smtp = await openSmtpPeer()
  const t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  const canaries = new Map<string, string>()
  const plant = (
    name: string,
    text = `qz${createHash('sha256').update(name).digest('hex').slice(0, 12)}`,
  ) => {
    canaries.set(name, text)
    return text
  }
  const plantOrcid = (name: string) => {
    const digits = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`) % 10n ** 15n
    return plant(name, orcidOf(String(digits).padStart(15, '0')))
  }
  const people: Record<string, MadePerson> = {}
  const by = <S extends EndpointSpec>(who: Who, spec: S, given: Omit<CallOptions<S>, 'as'> = {}) =>
    done(t.call(spec, { ...given, as: people[who]?.token }))

  for (const [who, role] of Object.entries(roleOf)) {
    const [name, organization] = [plant(`${who}.name`), plant(`${who}.org`)]
    // Ada and Ulf share a mail domain, so that his assignment takes a reason.
    const email = `${plant(`${who}.email`)}@${who === 'Ulf' ? 'ada' : who.toLowerCase()}.example`
    const made = await makePerson(t, { role, isStaff: who === 'Stan', name, organization, email })
    people[who] = made
    plant(`${who}.id`, made.id)
    const body = {
      firstName: name,
      lastName: name,
      organization,
      phone: plant(`${who}.phone`),
      orcid: plantOrcid(`${who}.orcid`),
    }
    await by(who as Who, saveProfile, { body })
    await by(who as Who, makeCalendarFeed)
  }
  await by('Rob', savePreferences, { body: { submission: 'digest', review: 'digest', notice: 'digest' } })
  const { settings, revision } = await by('Clara', readSettings)
  const changed = { ...settings, ...season, anonymity, reviewsPerPaper: 2 }
  await by('Clara', saveSettings, { body: { settings: changed, revision } })

  const upload = async <S extends EndpointSpec>(spec: S, who: Who, name: string, params = {}) => {
    const fileName = `${plant(`${name}File`)}.pdf`
    const of = (what: string) => plant(`${name}${what}`)
    const file = pdfBy({
      title: of('Title'),
      author: of('Author'),
      xmp: of('Xmp'),
      mark: of('Mark'),
      attached: of('Attached'),
      data: of('Data'),
    })
    return done(t.upload(spec, { as: people[who]?.token ?? '', params, file, fileName }))
  }
  /** What the author says of it: no title that a later PDF has can take this one's place. */
  const describeIt = async (who: Who, paper: string, abstractId: string) => {
    const co = (field: string) => plant(`${paper}.co.${field}`)
    const orcid = plantOrcid(`${paper}.co.orcid`)
    const coAuthor = {
      name: co('name'),
      email: `${co('email')}@else.example`,
      organization: co('org'),
      orcid,
    }
    const body = { title: plant(`${paper}.title`), topics: [], coAuthors: [coAuthor], revision: 0 }
    await by(who, saveSubmissionText, {
      params: { abstractId },
      body: { text: plant(`${paper}.text`), over: '' },
    })
    return by(who, saveDetails, { params: { abstractId }, body })
  }
  const papers: Record<string, MadeSubmission> = {}
  for (const [paper, who] of Object.entries(authorOf)) {
    const { abstractId } = await upload(author.submitAbstract, who, `${paper}.abstract`)
    // The id that the paper will have, which nobody may find in use before there is one.
    const paperId = paperIdOf(2026, Number(plant(`${paper}.abstractId`, abstractId).slice(4)))
    papers[paper] = { abstractId, paperId }
    if (paper === 'rival' || paper === 'paid') await describeIt(who, paper, abstractId)
    if (paper === 'gone' || paper === 'lost') continue
    const note = { comments: plant(`${paper}.note`) }
    await by('Clara', abstractsDesk.approveAbstract, { params: { abstractId }, body: note })
    if (paper === 'next') continue
    await upload(author.submitPaper, who, `${paper}.paper`, { abstractId })
    plant(`${paper}.paperId`, paperId)
  }
  await by('Rita', addPublications, { body: { list: `On ${plant('Rita.publication')}` } })
  const on = (paper: Paper) => ({ params: papers[paper] ?? {} })
  const reviewer = (who: Who) => ({ reviewerId: people[who]?.id ?? '' })
  const assign = (who: Who, paper: Paper, overrideReason?: string) =>
    by('Clara', papersDesk.assignReviewer, { ...on(paper), body: { ...reviewer(who), overrideReason } })
  const approve = (who: Who, paper: Paper) => {
    const score = Number(plant(`${paper}.${who}.score`, `71.4${canaries.size}1`))
    const comments = plant(`${paper}.${who}.comments`)
    return by(who, reviewing.approvePaper, { ...on(paper), body: { score, comments } })
  }
  const draft = (who: Who, paper: Paper) => {
    const [score, comments] = [plant(`${paper}.${who}.draftScore`), plant(`${paper}.${who}.draft`)]
    return by(who, reviewing.saveDraft, { ...on(paper), body: { score, comments, revision: 0 } })
  }
  /** A link that is good now. */
  const linkFor = async (who: Who, spec: EndpointSpec, paper: Paper) => {
    const { previewUrl } = Object(await by(who, spec, on(paper))) as { previewUrl: string }
    expect((await t.app.http.inject({ method: 'GET', url: previewUrl })).statusCode).toBe(200)
    return previewUrl
  }

  const { url: calendar } = await by('Dora', makeCalendarFeed)
  const oldLinks: World['oldLinks'] = {
    Dora: [await linkFor('Dora', papersDesk.paperDeskPreview, 'open'), new URL(calendar ?? '').pathname],
  }
  const dora = { userId: people['Dora']?.id ?? '' }
  await by('Clara', peopleDesk.changeUser, { params: dora, body: { disabled: true } })

  for (const who of ['Rita', 'Rob'] as const) {
    for (const paper of ['open', 'paid'] as const) await assign(who, paper)
    await approve(who, 'paid')
  }
  await assign('Bea', 'rival')
  await assign('Rob', 'beas')
  for (const paper of ['open', 'beas'] as const) await approve('Rob', paper)
  await draft('Rita', 'open')
  await draft('Bea', 'rival')

  await assign('Ulf', 'open', plant('open.Ulf.override'))
  oldLinks.Ulf = await linkFor('Ulf', reviewing.previewPaper, 'open')
  await by('Clara', papersDesk.unassignReviewer, { params: { ...papers['open'], ...reviewer('Ulf') } })
  await assign('Rita', 'rival')
  oldLinks.Rita = await linkFor('Rita', reviewing.previewPaper, 'rival')
  const conflict = { reason: plant('rival.Rita.conflict'), conflict: true }
  await by('Rita', reviewing.withdrawFromPaper, { ...on('rival'), body: conflict })

  const report = { note: plant('paid.authorNote'), paidAt: plant('paid.paidAt', '1997-02-17') }
  await by('Ada', payments.reportPayment, { ...on('paid'), body: report })
  const payer = {
    name: plant('paid.payer.name'),
    address: plant('paid.payer.address'),
    taxNumber: plant('paid.payer.taxNumber'),
  }
  await by('Ada', receipts.savePayer, { ...on('paid'), body: payer })
  const receipt = { reference: plant('paid.reference'), amount: plant('paid.amount', '48151623.42') }
  const verified = { ...receipt, note: plant('paid.deskNote') }
  await by('Clara', payments.verifyPayment, { ...on('paid'), body: verified })

  await by('Ada', author.deleteAbstract, on('gone'))
  const change = { confirmText: 'REQUEST_CHANGE', reason: plant('lost.changeNote') }
  await by('Clara', abstractsDesk.requestAbstractChange, { ...on('lost'), body: change })
  await upload(author.resubmitAbstract, 'Otto', 'lost.second', papers['lost'])
  const decline = { confirmText: 'DECLINE', reason: plant('lost.declineNote') }
  await by('Clara', abstractsDesk.declineAbstract, { ...on('lost'), body: decline })

  const email = `${plant('invite.email')}@invited.example`
  const invited = { email, name: plant('invite.name'), topics: [plant('invite.topic')] }
  await by('Clara', peopleDesk.inviteReviewers, { body: invited })
  const invitation = (await t.mails()).find((mail) => mail.toAddress === email)?.text ?? ''
  plant('invite.pin', /Your PIN: (\S+)/.exec(invitation)?.[1])
  plant('invite.link', /invitation=([\w-]+)/.exec(invitation)?.[1])

  // Chores alone live in the days to come: everything else stays at one moment, so that no link ends meanwhile.
  for (const morning of mornings) {
    await t.transact((ctx) => sendReminders.run({ ...ctx, now: new Date(morning) }))
    await t.transact((ctx) => sendDigests.run({ ...ctx, now: new Date(morning) }))
  }
  await t.drain()
  await smtp.close()

  type Stored = { abstractId: string; part: string; key: string; md5: string }
  const stored = sql`select v.submission_id as "abstractId", case v.number when 1 then v.part else 'second' end as part,
    f.storage_key as key, f.md5 from versions v join files f on f.id = v.file_id`
  for (const { abstractId, part, key, md5 } of await rowsOf<Stored>(t.database.db, stored)) {
    const [paper] = Object.entries(papers).find(([, made]) => made.abstractId === abstractId) ?? []
    plant(`${paper}.${part}Key`, key)
    plant(`${paper}.${part}Md5`, md5)
  }
  type Assignment = { id: string; abstractId: string; reviewerId: string }
  const assigned = sql`select id, submission_id as "abstractId", reviewer_id as "reviewerId" from assignments`
  for (const { id, abstractId, reviewerId } of await rowsOf<Assignment>(t.database.db, assigned)) {
    const [paper] = Object.entries(papers).find(([, made]) => made.abstractId === abstractId) ?? []
    const [who] = Object.entries(people).find(([, made]) => made.id === reviewerId) ?? []
    plant(`${paper}.${who}.assignment`, id)
  }
  return {
    ...{ t, canaries, oldLinks, arrived: smtp.received },
    ...{ people: people as World['people'], papers: papers as World['papers'] },
  }
}

const due = '2026-03-20T12:00:00Z'
const season = {
  deadlines: { abstract: due, paper: due, resubmission: due, review: due },
  ...{ remindAuthorsBefore: [7], remindReviewersBefore: [7], remindOrganisersBefore: [7] },
  ...{ remindAuthorsAfter: [1], remindReviewersAfter: [1], remindOrganisersAfter: [1] },
}
/** Those on which it reminds, before what is due and after. */
const mornings = ['2026-03-13T06:30:00Z', '2026-03-21T06:30:00Z']

/** A PDF of one page that tells in every way who made it. */
function pdfBy(tells: Record<'title' | 'author' | 'xmp' | 'mark' | 'attached' | 'data', string>): Buffer {
  const stream = (dictionary: string, text: string) =>
    `<<${dictionary}/Length ${text.length}>>\nstream\n${text}\nendstream`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[5 0 R]>>',
    stream('/Type/Metadata/Subtype/XML', `<x:xmpmeta>${tells.xmp}</x:xmpmeta>`),
    `<</Type/Annot/Subtype/Underline/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/T(${tells.mark})>>`,
    `<</Type/Filespec/UF(${tells.attached})/EF<</F 7 0 R>>>>`,
    stream('/Type/EmbeddedFile', tells.data),
    `<</Title(${tells.title})/Author(${tells.author})>>`,
  ]
  const body = objects.map((object, nth) => `${nth + 1} 0 obj\n${object}\nendobj\n`).join('')
  const trailer = `trailer <</Size 9/Root 1 0 R/Info 8 0 R>>\nstartxref\n9\n%%EOF\n`
  return Buffer.from(`%PDF-1.7\n${body}${trailer}`)
}

const statuses = new Set<string>([
  ...[...stages, ...abstractStatuses, ...paperStatuses, ...reviewStatuses, ...roles],
  ...[...activityKinds, ...peopleDesk.invitationStates],
  ...['decision_needed', 'unassigned', 'awaiting', 'reported', 'late', 'verified'],
  ...['staff', 'disabled', 'unverified'],
])
const reads = Object.entries(api).filter(
  ([name, { method, path }]) => method === 'GET' && name !== 'logout' && !path.includes('{link}'),
)

/**
 * Every way to ask a call beyond the plain one: by pages, filtered, of another's paper, searched for what all canaries
 * share and for each of the hidden ones.
 */
function queriesOf({ query }: EndpointSpec, { papers }: World, hidden: readonly string[]) {
  const given: Record<string, readonly (string | number)[]> = {
    limit: [1],
    q: ['qz', ...hidden],
    status: [...statuses],
    paperId: Object.values(papers).map(({ paperId }) => paperId),
  }
  return Object.entries(given).flatMap(([name, values]) =>
    query !== undefined && name in query.shape ? values.map((value) => ({ [name]: value })) : [],
  )
}

/** Every file that a call of the exports answers. */
function exportsOf({ path }: EndpointSpec): string[] {
  if (!path.startsWith('/api/admin/export/')) return []
  const tables = path.includes('{table}') ? exportedTables.filter((table) => table !== 'payments') : ['']
  const formats = path.includes('{format}') ? tableFormats : ['']
  return tables.flatMap((table) =>
    formats.map((format) => path.replace('{table}', table).replace('{format}', format)),
  )
}

/** The ids that a call can be asked about: everybody's, and one that nobody has; exports are fetched as files. */
function paramsOf(spec: EndpointSpec, { papers }: World): Record<string, string>[] {
  if (exportsOf(spec).length > 0) return []
  return spec.params === undefined
    ? [{}]
    : [...Object.values(papers), unknown].map((made) => idIn(spec, made))
}

/** The one of the ids that a call goes by. */
function idIn({ path }: EndpointSpec, { abstractId, paperId }: MadeSubmission): Record<string, string> {
  return path.includes('{abstractId}') ? { abstractId } : { paperId }
}
const unknown = { abstractId: 'A26-9999', paperId: paperIdOf(2026, 9999) }

/** The canaries in what a reader is told and in the bytes of their files, and the hidden texts that a search found. */
async function crawl(world: World, reader: Reader, hidden: readonly string[]) {
  const { t, people, canaries } = world
  const as = reader === 'nobody' || reader === 'invitee' ? undefined : people[reader].token
  const heard: string[] = []
  const files: Buffer[] = []
  const found: (string | number)[] = []
  const links = new Set([world.oldLinks[reader] ?? []].flat())

  const hear = (text: string) => {
    heard.push(text)
    for (const [link, said = ''] of text.matchAll(/\/api\/(?:files|my-data|receipts)\/([\w-]+)\.[\w-]+/g)) {
      links.add(link)
      heard.push(unpacked(said))
    }
    for (const [link] of text.matchAll(/\/api\/calendar\/[\w.-]+/g)) links.add(link)
  }
  const ask = async (
    spec: EndpointSpec,
    params: Record<string, string>,
    query: Record<string, string | number>,
  ) => {
    const { status, headers, body } = await t.call(spec, { as, params, query })
    const said = JSON.stringify([headers, body])
    expect(status).toBeLessThan(500)
    hear(status === 200 ? said : without(params, said))
    const { count = 0, nextCursor } = Object(body) as { count?: number; nextCursor?: string }
    if (count > 0 && query['q'] !== undefined && query['q'] !== 'qz') found.push(query['q'])
    heard.push(unpacked(nextCursor ?? ''))
    return { status, nextCursor }
  }
  for (const [, spec] of reads) {
    for (const file of exportsOf(spec)) links.add(file)
    for (const params of paramsOf(spec, world)) {
      if ((await ask(spec, params, {})).status !== 200) continue
      for (const query of queriesOf(spec, world, hidden)) {
        let { nextCursor: cursor } = await ask(spec, params, query)
        while (cursor !== undefined) cursor = (await ask(spec, params, { ...query, cursor })).nextCursor
      }
    }
  }
  const address = reader === 'invitee' ? canaries.get('invite.email') : as && people[reader as Who].email
  for (const mail of await t.mails()) {
    if (address === undefined || !mail.toAddress.startsWith(address)) continue
    hear(JSON.stringify([mail.toAddress, mail.toName, mail.subject, mail.text, mail.html]))
  }
  for (const mail of world.arrived) {
    if (address === undefined || !mail.recipient.startsWith(address)) continue
    const { attachments, ...rest } = mail
    hear(JSON.stringify(rest))
    for (const { filename, mimeType, content } of attachments) {
      heard.push(JSON.stringify([filename, mimeType]))
      if (mimeType === 'application/pdf') heard.push(await readOut(Buffer.from(content as ArrayBuffer)))
    }
  }
  for (const link of links) {
    const bearer =
      as === undefined || !link.startsWith('/api/admin/') ? {} : { authorization: `Bearer ${as}` }
    const answer = await t.app.http.inject({ method: 'GET', url: link, headers: bearer })
    heard.push(JSON.stringify(answer.headers))
    const kind = String(answer.headers['content-type'])
    if (link.startsWith('/api/receipts/') && answer.statusCode === 200)
      heard.push(await readOut(answer.rawPayload))
    else if (kind === 'application/pdf') files.push(answer.rawPayload)
    else if (!/^application\/(zip|vnd\.openxmlformats)/.test(kind)) heard.push(answer.body)
    else {
      for (const [name, bytes] of await unzipped(answer.rawPayload)) {
        if (name.endsWith('.pdf')) files.push(bytes)
        heard.push(name.endsWith('.pdf') ? name : `${name} ${bytes.toString()}`)
      }
    }
  }
  const seenIn = (text: string) =>
    [...canaries].flatMap(([name, value]) => (text.includes(value.toLowerCase()) ? [name] : [])).sort()
  return {
    told: seenIn(heard.join('\n').toLowerCase()),
    inFiles: seenIn(files.map(saidIn).join('\n').toLowerCase()),
    found,
  }
}

/** What a PDF of the portal's own says, on its pages and beside. */
async function readOut(pdf: Buffer): Promise<string> {
  const { info, lines } = await readPdfPages(pdf)
  return [JSON.stringify(info), saidIn(pdf), ...lines].join(' ')
}

const unpacked = (base64url: string) => Buffer.from(base64url, 'base64url').toString('utf8')

/** What was said, without the ids that the question itself held. */
function without(asked: Record<string, string>, said: string): string {
  return Object.values(asked).reduce((text, word) => text.replaceAll(word, '#'), said)
}

async function unzipped(bytes: Buffer): Promise<[string, Buffer][]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const entries: [string, Buffer][] = []
  for await (const entry of zip.eachEntry()) {
    entries.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))])
  }
  return entries
}

const members: Who[] = ['Ada', 'Otto', 'Rita', 'Rob', 'Ulf', 'Bea', 'Stan']

describe.each(['single', 'double'] as const)('in a %s-anonymous conference', (anonymity) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(anonymity)
  })
  afterAll(() => world.t.close())

  test.each(Object.entries(sights))(
    '%s sees what they may, and nothing else',
    async (reader, sight) => {
      const may = spelledOut(`${sight.told} ${anonymity === 'single' ? (sight.single ?? '') : ''}`).sort()
      const hidden = [...world.canaries].flatMap(([name, text]) => (may.includes(name) ? [] : [text]))
      expect(await crawl(world, reader as Reader, hidden)).toEqual({
        told: may,
        inFiles: spelledOut(
          `${sight.inFiles ?? ''} ${anonymity === 'single' ? (sight.inFilesSingle ?? '') : ''}`,
        ).sort(),
        found: [],
      })
    },
    300_000,
  )

  test('somebody else’s id is answered like one that does not exist', async () => {
    const { t, people, papers } = world
    const file = await makePdf()
    for (const [name, spec] of Object.entries(api)) {
      for (const who of members) {
        const answered = async (params: Record<string, string>) => {
          const given = { as: people[who].token, params, body: bodyFor(spec) }
          const { status, headers, body } = await (spec.file === undefined
            ? t.call(spec, given)
            : t.upload(spec, { ...given, file }))
          return [name, who, status, without(params, JSON.stringify([{ ...headers, date: '' }, body]))]
        }
        const foreign = foreignTo(who, spec, papers)
        if (foreign.length === 0) continue
        const wanted = await answered(idIn(spec, unknown))
        expect([401, 403, 404]).toContain(wanted[2])
        for (const made of foreign) expect(await answered(idIn(spec, made))).toEqual(wanted)
      }
    }
  }, 300_000)

  test('somebody else’s session and notification are answered like ones that do not exist', async () => {
    const { t, people } = world
    const nowhere = '01900000-0000-7000-8000-000000000000'
    const session = (await done(t.call(listSessions, { as: people.Clara.token }))).items[0]?.id ?? ''
    const notice = (await done(t.call(listNotices, { as: people.Clara.token }))).items[0]?.id ?? ''
    for (const who of members) {
      const as = people[who].token
      const answered = async (sessionId: string, id: string) => {
        const ended = await t.call(endSession, { as, params: { sessionId } })
        const read = await t.call(markRead, { as, body: { id } })
        return [ended.status, ended.body, read.status, read.body]
      }
      const wanted = await answered(nowhere, nowhere)
      expect([wanted[0], wanted[2]]).toEqual([404, 404])
      expect(await answered(session, notice)).toEqual(wanted)
    }
  })

  test('the payments desk is not told of papers that it does not list', async () => {
    const { t, people, papers } = world
    for (const spec of [payments.verifyPayment, payments.reopenPayment]) {
      const answered = async (params: MadeSubmission) => {
        const { status, body } = await t.call(spec, { as: people.Stan.token, params, body: { reason: 'x' } })
        return [status, without({ ...params }, JSON.stringify(body))]
      }
      expect(await answered(papers.open)).toEqual(await answered(unknown))
    }
  })

  test('no list, count or total moves when things are added that one may not see', async () => {
    const { t, people, papers } = world
    const listed = async () => {
      const answers: Record<string, unknown> = {}
      for (const who of members) {
        for (const [name, spec] of reads.filter(([, { params }]) => params === undefined)) {
          const { status, body } = await t.call(spec, { as: people[who].token })
          answers[`${name} for ${who}`] = [status, body]
        }
      }
      return answers
    }
    const before = await listed()
    const others = {
      author: await makePerson(t, { role: 'author' }),
      reviewer: await makePerson(t, { role: 'reviewer' }),
      admin: people.Clara,
    }
    for (const stage of ['paper_submitted', 'abstract_declined', 'withdrawn'] as const) {
      await submissionAt(t, stage, others)
    }
    const at = { as: people.Clara.token, params: papers.open }
    await done(t.call(papersDesk.assignReviewer, { ...at, body: { reviewerId: others.reviewer.id } }))
    const typed = { score: '5', comments: 'Hidden.', revision: 0 }
    await done(t.call(reviewing.saveDraft, { ...at, as: others.reviewer.token, body: typed }))
    const invitee = { email: 'another@invited.example' }
    await done(t.call(peopleDesk.inviteReviewers, { as: people.Clara.token, body: invitee }))
    expect(await listed()).toEqual(before)
  })

  test('no answer, entity tag or calendar moves by what somebody else does', async () => {
    const { t, people, papers } = world
    const asked: [Who, string, EndpointSpec, Record<string, string>][] = []
    const answered = async (who: Who, spec: EndpointSpec, params: Record<string, string>) => {
      const { status, headers, body } = await t.call(spec, { as: people[who].token, params })
      return { status, headers: { ...headers, date: '' }, body }
    }
    for (const who of members) {
      for (const [name, spec] of reads) {
        for (const params of paramsOf(spec, world)) {
          const { status, headers } = await answered(who, spec, params)
          if (status !== 200) continue
          expect(headers).toHaveProperty('etag')
          asked.push([who, `${name} ${Object.values(params).join()} for ${who}`, spec, params])
        }
      }
      const { url } = await done(t.call(calendarFeed, { as: people[who].token }))
      const link = /calendar\/(.+)\.ics$/.exec(url ?? '')?.[1] ?? ''
      asked.push([who, `calendar of ${who}`, readCalendar, { link }])
    }
    const all = async (doer: Who) => {
      // Otto's own paper can be replaced no more once a review of it is in (portal.md §4).
      const except: readonly Who[] = doer === 'Bea' ? ['Bea', 'Otto'] : [doer]
      const answers: Record<string, unknown> = {}
      for (const [who, what, spec, params] of asked)
        if (!except.includes(who)) answers[what] = await answered(who, spec, params)
      return answers
    }
    const by = <S extends EndpointSpec>(who: Who, spec: S, given: Omit<CallOptions<S>, 'as'> = {}) =>
      done(t.call(spec, { ...given, as: people[who].token }))
    const typed = { score: '9', comments: 'Typed.', revision: 1 }
    const deeds: Partial<Record<Who, () => Promise<unknown>>> = {
      Rita: async () => {
        await by('Rita', reviewing.saveDraft, { params: papers.open, body: typed })
        await by('Rita', addPublications, { body: { list: 'On arches' } })
        await by('Rita', markAllRead)
        await by('Rita', makeCalendarFeed)
        const body = { reason: 'No time.', conflict: false }
        await by('Rita', reviewing.withdrawFromPaper, { params: papers.open, body })
      },
      Bea: () =>
        by('Bea', reviewing.approvePaper, { params: papers.rival, body: { score: 80, comments: 'Good.' } }),
      Otto: async () => {
        const given = { as: people.Otto.token, params: papers.next, file: await makePdf() }
        await done(t.upload(author.submitPaper, given))
      },
    }
    for (const [who, deed] of Object.entries(deeds)) {
      const before = await all(who as Who)
      await deed()
      expect(await all(who as Who)).toEqual(before)
    }
  }, 120_000)
})

/** The submissions that a call must not know, asked by this person. The payments desk is looked at by itself. */
function foreignTo(who: Who, { access, path }: EndpointSpec, papers: World['papers']): MadeSubmission[] {
  if (!/\{(abstractId|paperId)\}/.test(path) || access.includes('staff')) return []
  const known = (['author', 'reviewer'] as const).flatMap((permission) =>
    access.includes(permission) ? (theirs[permission][who] ?? []) : [],
  )
  return Object.entries(papers).flatMap(([name, made]) => (known.some((own) => own === name) ? [] : [made]))
}

/** A body that the call takes, so that the refusal is about the id. */
function bodyFor({ body }: EndpointSpec): Record<string, unknown> | undefined {
  const details = { title: 'x', topics: [], coAuthors: [] }
  const payer = { name: 'x', address: 'x', taxNumber: 'x' }
  const text = { text: 'x', over: '', abstract: 'x' }
  const full = { reason: 'x', comments: 'x', score: 50, revision: 0, ...details, ...payer, ...text }
  const fits = [full, { ...full, score: '50' }].find((each) => body?.safeParse(each).success)
  return body === undefined ? undefined : (fits ?? {})
}
