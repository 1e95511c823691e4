import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastifyPath } from '#server/http/serve.ts'
import { api } from '#shared/api.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

/** Who may make each call at all (portal.md §6, decisions.md §5, §8), by hand: a new call without its row fails. */
type Open = 'anybody' | 'logged in' | 'author' | 'reviewer' | 'admin' | 'payment desk' | 'mail provider'
const openTo: Record<string, Open> = {
  live: 'anybody',
  ready: 'anybody',
  config: 'anybody',
  register: 'anybody',
  registerReviewer: 'anybody',
  readInvitation: 'anybody',
  login: 'anybody',
  refreshToken: 'anybody',
  forgotPassword: 'anybody',
  verifyEmail: 'anybody',
  resetPassword: 'anybody',
  setUp: 'anybody',
  readFile: 'anybody',
  readMyData: 'anybody',
  readExport: 'anybody',
  readReceipt: 'anybody',
  readCalendar: 'anybody',
  unsubscribe: 'anybody',
  readUnsubscribe: 'anybody',
  openUnsubscribe: 'anybody',
  logout: 'logged in',
  logoutByPost: 'logged in',
  me: 'logged in',
  readTogether: 'logged in',
  saveProfile: 'logged in',
  uploadAvatar: 'logged in',
  listSessions: 'logged in',
  endSession: 'logged in',
  changePassword: 'logged in',
  changeEmail: 'logged in',
  readSecondFactor: 'logged in',
  startSecondFactor: 'logged in',
  confirmSecondFactor: 'logged in',
  renewRecoveryCodes: 'logged in',
  endSecondFactor: 'logged in',
  startPasskey: 'logged in',
  addPasskey: 'logged in',
  removePasskey: 'logged in',
  myData: 'logged in',
  calendarFeed: 'logged in',
  makeCalendarFeed: 'logged in',
  endCalendarFeed: 'logged in',
  readDeletion: 'logged in',
  deleteAccount: 'logged in',
  listNotices: 'logged in',
  markRead: 'logged in',
  markAllRead: 'logged in',
  readPreferences: 'logged in',
  savePreferences: 'logged in',
  becomeAuthor: 'reviewer',
  listOngoing: 'author',
  listCompleted: 'author',
  abstractOverview: 'author',
  paperOverview: 'author',
  saveDetails: 'author',
  submitAbstract: 'author',
  resubmitAbstract: 'author',
  deleteAbstract: 'author',
  withdrawAbstract: 'author',
  submitPaper: 'author',
  deletePaper: 'author',
  reportPayment: 'author',
  readPayment: 'author',
  savePayer: 'author',
  listAssigned: 'reviewer',
  listReviewed: 'reviewer',
  previewPaper: 'reviewer',
  approvePaper: 'reviewer',
  requestPaperChange: 'reviewer',
  declinePaper: 'reviewer',
  withdrawFromPaper: 'reviewer',
  saveDraft: 'reviewer',
  listDraftTexts: 'reviewer',
  readSettings: 'admin',
  saveSettings: 'admin',
  listAbstracts: 'admin',
  listPendingAbstracts: 'admin',
  listReviewedAbstracts: 'admin',
  listDeleted: 'admin',
  restoreAbstract: 'admin',
  previewAbstract: 'admin',
  previewAbstractDecisions: 'admin',
  decideAbstracts: 'admin',
  approveAbstract: 'admin',
  reopenAbstract: 'admin',
  requestAbstractChange: 'admin',
  declineAbstract: 'admin',
  listPapers: 'admin',
  paperDeskOverview: 'admin',
  paperDeskPreview: 'admin',
  approvePaperAsChair: 'admin',
  requestPaperChangeAsChair: 'admin',
  declinePaperAsChair: 'admin',
  countDecisionsNeeded: 'admin',
  reopenPaper: 'admin',
  assignReviewer: 'admin',
  previewAssignments: 'admin',
  applyAssignments: 'admin',
  readAssignmentList: 'admin',
  explainPair: 'admin',
  proposeAssignments: 'admin',
  readBids: 'admin',
  saveBids: 'admin',
  removeBids: 'admin',
  startProposal: 'admin',
  listProposals: 'admin',
  readEvenLoad: 'admin',
  readProposal: 'admin',
  cancelProposal: 'admin',
  readProposalMatrix: 'admin',
  listProposalCandidates: 'admin',
  readTopics: 'reviewer',
  saveTopics: 'reviewer',
  listPublications: 'reviewer',
  addPublications: 'reviewer',
  addPublicationPdf: 'reviewer',
  changePublication: 'reviewer',
  removePublication: 'reviewer',
  readReviewerTexts: 'admin',
  readSubmissionText: 'author',
  saveSubmissionText: 'author',
  listBatches: 'admin',
  undoBatch: 'admin',
  unassignReviewer: 'admin',
  listReviewers: 'admin',
  readReviewer: 'admin',
  previewReminders: 'admin',
  markExperienced: 'admin',
  remindReviewers: 'admin',
  changeDue: 'admin',
  checkInvitees: 'admin',
  listInvitations: 'admin',
  inviteReviewers: 'admin',
  resendInvitation: 'admin',
  revokeInvitation: 'admin',
  listActivity: 'admin',
  listUsers: 'admin',
  readUser: 'admin',
  changeUser: 'admin',
  previewPeople: 'admin',
  importPeople: 'admin',
  listEmails: 'admin',
  readEmail: 'admin',
  retryEmail: 'admin',
  retryEmails: 'admin',
  editEmail: 'admin',
  releaseEmails: 'admin',
  discardEmails: 'admin',
  listEmailTemplates: 'admin',
  readEmailTemplate: 'admin',
  saveEmailTemplate: 'admin',
  resetEmailTemplate: 'admin',
  previewEmailTemplate: 'admin',
  testEmailTemplate: 'admin',
  previewAbstractMail: 'admin',
  previewPaperMail: 'admin',
  listMessages: 'admin',
  previewMessage: 'admin',
  testMessage: 'admin',
  sendMessage: 'admin',
  reportBounces: 'mail provider',
  listPayments: 'payment desk',
  verifyPayment: 'payment desk',
  reopenPayment: 'payment desk',
  settleReport: 'payment desk',
  previewImport: 'payment desk',
  importPayments: 'payment desk',
  releaseLine: 'payment desk',
  statistics: 'admin',
  exportTable: 'admin',
  exportBibliography: 'admin',
  exportPdfs: 'admin',
  exportPayments: 'payment desk',
  exportLink: 'payment desk',
}

type Who = 'nobody' | 'forged' | 'disabled' | 'author' | 'reviewer' | 'both' | 'admin' | 'staff'
const letIn: Record<Open, Who[]> = {
  anybody: ['nobody', 'author', 'reviewer', 'both', 'admin', 'staff'],
  'logged in': ['author', 'reviewer', 'both', 'admin', 'staff'],
  author: ['author', 'both', 'staff'],
  reviewer: ['reviewer', 'both'],
  admin: ['admin'],
  'payment desk': ['admin', 'staff'],
  // Nobody in a session: bounces.test.ts shows who.
  'mail provider': [],
}

let t: TestPortal
const tokens: Record<string, string> = {}

beforeAll(async () => {
  t = await openTestPortal()
  const people: Record<string, MadePerson> = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    both: await makePerson(t, { role: 'both' }),
    admin: await makePerson(t, { role: 'admin' }),
    staff: await makePerson(t, { role: 'author', isStaff: true }),
    disabled: await makePerson(t, { role: 'admin' }),
  }
  for (const [who, person] of Object.entries(people)) tokens[who] = person.token
  await t.call(changeUser, {
    as: tokens['admin'],
    params: { userId: people['disabled']?.id ?? '' },
    body: { disabled: true },
  })
  tokens['forged'] = `${tokens['admin']?.slice(0, -3)}AAA`
})
afterAll(() => t.close())

/** Whether the door was opened: any answer but 401 and 403 comes from behind it. Nothing sent here can succeed. */
async function entered(spec: EndpointSpec, who: Who): Promise<boolean> {
  const params = {
    abstractId: 'A26-9999',
    paperId: 'P26-9999-X',
    link: 'x',
    reviewerId: 'x',
    userId: 'x',
    sessionId: 'x',
    invitationId: 'x',
    batchId: 'x',
    proposalId: 'x',
    publicationId: 'x',
    lineId: 'x',
    format: 'x',
    table: 'x',
    emailId: 'x',
    key: 'x',
  }
  const { status, refusal } = await t.call(spec, { as: tokens[who], params })
  return status !== 403 && !(status === 401 && ['not_authenticated', 'token_expired'].includes(refusal.error))
}

test('every call has its row', () => {
  expect(Object.keys(openTo).sort()).toEqual(Object.keys(api).sort())
})

test('every call lets in exactly those whom the specification lets in', async () => {
  const found: Record<string, Who[]> = {}
  const wanted: Record<string, Who[]> = {}
  for (const [name, open] of Object.entries(openTo)) {
    const spec = api[name]
    if (spec === undefined || name.startsWith('logout') || name === 'becomeAuthor') continue
    wanted[name] = letIn[open]
    found[name] = []
    for (const who of [
      'nobody',
      'forged',
      'disabled',
      'author',
      'reviewer',
      'both',
      'admin',
      'staff',
    ] as const) {
      if (await entered(spec, who)) found[name].push(who)
    }
  }
  expect(found).toEqual(wanted)
})

/** Of these the verb itself asks who it is that acts: without the guard nobody gets further, and no stranger. */
const askAgain: Open[] = ['logged in']

test('every guard that is taken away is noticed by its row', async () => {
  const unnoticed: string[] = []
  for (const [name, open] of Object.entries(openTo)) {
    const spec = api[name]
    if (spec === undefined || name.startsWith('logout') || name === 'becomeAuthor') continue
    if (open === 'anybody' || askAgain.includes(open)) continue
    const { access } = spec
    const strangers = (['author', 'reviewer', 'admin', 'staff'] as const).filter(
      (who) => !letIn[open].includes(who),
    )
    try {
      spec.access = 'signed-in'
      const came = await Promise.all(strangers.map((who) => entered(spec, who)))
      if (!came.includes(true)) unnoticed.push(name)
    } finally {
      spec.access = access
    }
  }
  expect(unnoticed).toEqual([])
})

test('the server has no call that the contract does not describe, and every one that it does', () => {
  const documented = Object.values(api).map((spec) => `${spec.method} ${fastifyPath(spec.path)}`)
  const routes = t.app.http.printRoutes({ commonPrefix: false, includeHooks: false })
  const served = routesIn(routes).filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(route))
  const reference = (route: string) => /\/api\/(docs|openapi\.json)/.test(route)
  expect(served.filter((route) => !reference(route)).sort()).toEqual(documented.sort())
})

/** `METHOD /path` for each route of Fastify's tree. */
function routesIn(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (match === null) return []
    const [, indent = '', segment = '', methods] = match
    path.length = indent.length / 4
    path.push(segment)
    return (methods ?? '')
      .split(', ')
      .filter((m) => m !== '' && m !== 'HEAD')
      .map((m) => `${m} ${path.join('')}`)
  })
}
