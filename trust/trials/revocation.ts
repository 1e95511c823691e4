import { changePassword, deleteAccount, endSession, listSessions } from '#shared/people/account-contract.ts'
import { forgotPassword, login, logout, me, refreshToken, resetPassword } from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { previewPaper } from '#shared/reviewing/contract.ts'
import { paperDeskPreview, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { linkKinds, linksOf, openLink } from '#tests/signed-links.ts'
import { submissionAt } from '#tests/submission-at.ts'
import type { TestPortal } from '#tests/test-portal.ts'
import { type Conference, openConference, realFile } from '../conference.ts'
import type { Trial } from '../trial.ts'

/** What somebody holds who has a paper open: tokens, and links that work by themselves. */
interface Held {
  person: MadePerson
  paperId: string
  links: Record<Link, string>
}

type Link = 'file' | (typeof linkKinds)[number]
/** What each way of taking something away must end; what it leaves is not asked. */
type Ended = 'session' | 'paper' | Link
type Way = [
  name: string,
  ends: readonly Ended[],
  take: (conference: Conference, held: Held) => Promise<unknown>,
  /** An organiser instead of who reviews, writes and has the payments desk. */
  who?: 'admin',
]

const NEW_PASSWORD = 'another long secret'
const all: readonly Ended[] = ['session', 'paper', 'file', ...linkKinds]

const ways: readonly Way[] = [
  ['logged out', all, logOut],
  ['an organiser logged out', all, logOut, 'admin'],
  ['ended from another session', all, endFromElsewhere],
  ['the password changed in another session', all, changeElsewhere],
  ['the password set anew by mail', all, resetByMail],
  ['disabled', all, (conference, { person }) => change(conference, person, { disabled: true })],
  [
    'no reviewer any more',
    ['paper', 'file'],
    (conference, { person }) => change(conference, person, { role: 'author' }),
  ],
  [
    'no longer on the payments desk',
    ['export', 'receipt'],
    (conference, { person }) => change(conference, person, { staff: false }),
  ],
  [
    'no organiser any more',
    ['paper', 'file', 'export', 'receipt'],
    (conference, { person }) => change(conference, person, { role: 'author' }),
    'admin',
  ],
  ['unassigned', ['paper', 'file'], unassign],
  [
    'account deleted',
    all,
    ({ t }, { person }) => t.call(deleteAccount, { as: person.token, body: { password: person.password } }),
  ],
]

/** ASVS 7.4, 8.3.2: what is taken away is gone with the next request, links to files included. */
export const revocation: Trial = {
  name: 'revocation',
  promise:
    'Who lost a session, a role, an assignment or the account reads nothing more with what they still hold.',
  run: async ({ template, times, tried }) => {
    const conference = await openConference({ template })
    try {
      for (let round = 0; round < times(1, 20); round += 1)
        for (const [name, ends, take, who] of ways) {
          const held = await holding(conference, who)
          const before = await working(conference, held)
          tried(before.length === all.length ? undefined : `${name}: only ${before.join(', ')} worked before`)
          await take(conference, held)
          const after = await working(conference, held)
          for (const one of ends) tried(after.includes(one) ? `${name}: the ${one} still works` : undefined)
        }
    } finally {
      await conference.close()
    }
  },
}

async function holding({ t, people }: Conference, who?: 'admin'): Promise<Held> {
  const person = await makePerson(t, who === 'admin' ? { role: 'admin' } : { role: 'both', isStaff: true })
  const reviewer = who === 'admin' ? people.assigned : person
  const cast = { author: people.author, reviewer, admin: people.admin }
  const { paperId } = await submissionAt(t, 'paper_submitted', cast, () => realFile(t, 'paper'))
  const { previewUrl } = (await preview(t, person, paperId)).body
  return { person, paperId, links: { file: previewUrl ?? '', ...(await linksOf(t, person.token)) } }
}

function preview(t: TestPortal, { role, token: as }: MadePerson, paperId: string) {
  const given = { as, params: { paperId } }
  return role === 'admin' ? t.call(paperDeskPreview, given) : t.call(previewPaper, given)
}

/** What of it still works. The refresh token is asked last: it changes the session. */
async function working({ t }: Conference, { person, paperId, links }: Held): Promise<Ended[]> {
  const is = async (answer: Promise<{ status: number }>) => (await answer).status === 200
  const works: Ended[] = []
  if (await is(preview(t, person, paperId))) works.push('paper')
  for (const kind of ['file', ...linkKinds] as const)
    if ((await openLink(t, links[kind])) === 200) works.push(kind)
  const entered = await is(t.call(me, { as: person.token }))
  const renewed = await t.call(refreshToken, { body: { refreshToken: person.refreshToken } })
  if (renewed.status === 200) person.refreshToken = renewed.body.refreshToken
  if (entered || renewed.status === 200) works.push('session')
  return works
}

function logOut({ t }: Conference, { person }: Held) {
  return t.call(logout, { as: person.token })
}

async function elsewhere({ t }: Conference, { email, password }: MadePerson): Promise<string> {
  return (await t.call(login, { body: { email, password } })).body.token
}

async function endFromElsewhere(conference: Conference, { person }: Held) {
  const as = await elsewhere(conference, person)
  const { items } = (await conference.t.call(listSessions, { as })).body
  for (const { id, current } of items)
    if (!current) await conference.t.call(endSession, { as, params: { sessionId: id } })
}

async function changeElsewhere(conference: Conference, { person }: Held) {
  const as = await elsewhere(conference, person)
  const body = { password: person.password, newPassword: NEW_PASSWORD }
  await conference.t.call(changePassword, { as, body })
}

async function resetByMail({ t }: Conference, { person }: Held) {
  await t.call(forgotPassword, { body: { email: person.email } })
  await t.drain()
  const mail = (await t.mails()).filter(({ kind }) => kind === 'reset_password').at(-1)
  const token = decodeURIComponent(/token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
  await t.call(resetPassword, { body: { token, password: NEW_PASSWORD } })
}

function change(
  { t, people }: Conference,
  person: MadePerson,
  body: { disabled: true } | { role: 'author' } | { staff: false },
) {
  return t.call(changeUser, { as: people.admin.token, params: { userId: person.id }, body })
}

function unassign({ t, people }: Conference, { person, paperId }: Held) {
  return t.call(unassignReviewer, { as: people.admin.token, params: { paperId, reviewerId: person.id } })
}
