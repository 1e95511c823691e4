import { eq } from 'drizzle-orm'
import { signed } from '#server/core/signed-key.ts'
import { calendarFeeds, notices, receipts, sessions, users, versions } from '#server/db/schema.ts'
import { signFileLink, signReceiptLink } from '#server/http/file-link.ts'
import { readFile } from '#shared/files/contract.ts'
import { listNotices, markAllRead, markRead } from '#shared/notices/contract.ts'
import { listPayments, verifyPayment } from '#shared/payments/contract.ts'
import { importPayments, previewImport } from '#shared/payments/import-contract.ts'
import { readReceipt } from '#shared/payments/receipt-contract.ts'
import { changePassword, endSession, listSessions } from '#shared/people/account-contract.ts'
import { me, refreshToken } from '#shared/people/contract.ts'
import { calendarFeed, endCalendarFeed, readCalendar } from '#shared/reminders/contract.ts'
import { listAssigned, listReviewed, previewPaper, saveDraft } from '#shared/reviewing/contract.ts'
import { paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import * as publications from '#shared/reviewing/publications-contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { approveAbstract, previewAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { holderOf } from '#tests/factories.ts'
import { keptChanges, keptSights } from './kept-sights.ts'
import type { Scene, Which, Who } from './scene.ts'
import type { Sight } from './sight.ts'

/** Papers of which something holds, by name. */
async function which(
  { papers }: Scene,
  holds: (paper: Scene['papers'][Which]) => Promise<boolean>,
): Promise<string> {
  const names: string[] = []
  for (const [name, paper] of Object.entries(papers)) if (await holds(paper)) names.push(name)
  return names.join(' ')
}

const listed = (scene: Scene, items: readonly object[]) => {
  const text = JSON.stringify(items)
  return which(scene, async ({ abstractId, paperId }) =>
    [abstractId, paperId].some((id) => id !== '' && text.includes(`"${id}"`)),
  )
}

/** An author's: what they may open, both lists, and where they may write. */
const asAuthor = (who: Who, own: string, ongoing: string, completed: string): Sight[] => [
  {
    what: `${who} opens as author`,
    wanted: own,
    ask: (scene) =>
      which(scene, async (params) => {
        const { status } = await scene.t.call(author.abstractOverview, {
          as: scene.people[who].token,
          params,
        })
        return status !== 404
      }),
  },
  {
    what: `${who} lists as author`,
    wanted: `${ongoing}; ${completed}`,
    ask: async (scene) => {
      const as = { as: scene.people[who].token, query: { limit: 50 } }
      const { abstracts: going } = (await scene.t.call(author.listOngoing, as)).body
      const { abstracts: done } = (await scene.t.call(author.listCompleted, as)).body
      return `${await listed(scene, going)}; ${await listed(scene, done)}`
    },
  },
  {
    what: `${who} may write to`,
    wanted: own,
    // Over a revision that there never was: refused as stale, where it is not refused for whose it is.
    ask: (scene) =>
      which(scene, async (params) => {
        const body = { title: 'Bridges', topics: [], coAuthors: [], revision: 99 }
        const { status } = await scene.t.call(saveDetails, { as: scene.people[who].token, params, body })
        return status !== 404
      }),
  },
]

/** A reviewer's: what they may read, what waits for them, what they decided, and where they may write. */
const asReviewer = (who: Who, seen: string, waiting: string, decided: string, writes: string): Sight[] => [
  {
    what: `${who} opens as reviewer`,
    wanted: seen,
    ask: (scene) =>
      which(scene, async (params) => {
        const { status } = await scene.t.call(previewPaper, { as: scene.people[who].token, params })
        return status !== 404
      }),
  },
  {
    what: `${who} has assigned and decided`,
    wanted: `${waiting}; ${decided}`,
    ask: async (scene) => {
      const as = { as: scene.people[who].token, query: { limit: 50 } }
      const assigned = (await scene.t.call(listAssigned, as)).body
      const reviewed = (await scene.t.call(listReviewed, as)).body
      const counted = [assigned, reviewed].every(
        ({ items, count }) =>
          items.length === count && new Set(items.map(({ paperId }) => paperId)).size === count,
      )
      const said = `${await listed(scene, assigned.items)}; ${await listed(scene, reviewed.items)}`
      return counted ? said : `${said}, but counts differ`
    },
  },
  {
    what: `${who} may write a review of`,
    wanted: writes,
    ask: (scene) =>
      which(scene, async (params) => {
        // An old revision: whoever may write is told that the draft is newer, or that the review is in.
        const body = { score: '1', comments: '', verdict: null, revision: 99 }
        const { status } = await scene.t.call(saveDraft, { as: scene.people[who].token, params, body })
        return status !== 404
      }),
  },
]

/** A part of a file that it has not: answered 416 to whom the file is open, and no byte is read. */
const beyondItsEnd = { range: 'bytes=999999999-' }

/** Whose links to the files of versions open, by paper and part; a hand-in that was replaced since has a star. */
const links = (who: Who, wanted: string): Sight => ({
  what: `links made for ${who} open`,
  wanted,
  ask: async ({ t, people, papers }) => {
    const { secrets } = t.app.portal.world()
    const open: string[] = []
    for (const name of ['early', 'open', 'judged', 'read', 'gone', 'own'] as const) {
      const rows = await t.database.db
        .select()
        .from(versions)
        .where(eq(versions.submissionId, papers[name].abstractId))
        .orderBy(versions.createdAt, versions.part, versions.id)
      for (const { id, part, retiredAt } of rows) {
        const opening = { kind: 'version' as const, id, inline: true }
        const link = signFileLink(secrets, holderOf(people[who]), opening, t.clock.now).replace(
          '/api/files/',
          '',
        )
        const { status } = await t.call(readFile, { params: { link }, headers: beyondItsEnd })
        if (status !== 404) open.push(`${name}.${part}${retiredAt === null ? '' : '*'}`)
      }
    }
    return open.sort().join(' ')
  },
})

const receiptLink = (who: Who, wanted: string): Sight => ({
  what: `${who} asks for the receipt`,
  wanted,
  ask: async ({ t, people }) => {
    const [row] = await t.database.db.select().from(receipts)
    const { secrets } = t.app.portal.world()
    const link = signReceiptLink(secrets, holderOf(people[who]), row?.id ?? '', t.clock.now)
    return String(
      (await t.call(readReceipt, { params: { link: link.replace('/api/receipts/', '') } })).status,
    )
  },
})

const desk: Sight[] = [
  {
    what: 'Stan lists payments',
    wanted: 'due paid',
    ask: async (scene) => {
      const { items } = (await scene.t.call(listPayments, { as: scene.people.Stan.token })).body
      return listed(scene, items)
    },
  },
  {
    what: 'Stan’s verification is refused otherwise than by 404 for',
    wanted: 'paid',
    ask: (scene) =>
      which(scene, async (params) => {
        if (params === scene.papers.due) return false
        const given = { as: scene.people.Stan.token, params, body: {} }
        return (await scene.t.call(verifyPayment, given)).status !== 404
      }),
  },
  {
    what: 'a statement of Stan’s finds',
    wanted: 'due paid',
    ask: (scene) =>
      which(scene, async ({ paperId }) => {
        if (paperId === '') return false
        const file = Buffer.from(`Date,Amount,Text\n2026-03-02,250.00,for ${paperId}\n`).toString('base64')
        const read = await scene.t.call(previewImport, { as: scene.people.Stan.token, body: { file } })
        return read.body.lines[0]?.verdict !== 'unknown' && read.body.lines[0]?.verdict !== 'mistyped'
      }),
  },
  {
    what: 'Clara opens abstracts',
    wanted: 'early open other judged read due paid unfiled own',
    ask: (scene) =>
      which(scene, async (params) => {
        const { status } = await scene.t.call(previewAbstract, { as: scene.people.Clara.token, params })
        return status !== 404
      }),
  },
  {
    what: 'Clara opens papers',
    wanted: 'open other judged read due paid own',
    ask: (scene) =>
      which(scene, async (params) => {
        const { status } = await scene.t.call(paperDeskPreview, { as: scene.people.Clara.token, params })
        return status !== 404
      }),
  },
  {
    what: 'Dora, who is disabled, goes on with her session',
    wanted: '401',
    ask: async ({ t, people: { Dora } }) =>
      String((await t.call(refreshToken, { body: { refreshToken: Dora.refreshToken } })).status),
  },
  {
    what: 'an import of Stan’s for papers that are not the desk’s',
    wanted: 'open refused, back refused, gonedue refused, back refused',
    ask: async ({ t, people, papers }) => {
      const said: string[] = []
      for (const name of ['open', 'gonedue'] as const) {
        const line = {
          ...{ hash: name.padEnd(64, '0').replace(/[^0-9a-f]/g, 'a'), date: null },
          ...{ currency: null, payer: '', text: '', paperIds: [papers[name].paperId] },
        }
        const lines = [
          { ...line, occurrence: 1, amount: '1.00', as: 'note' as const },
          { ...line, occurrence: 2, amount: '-1.00', as: 'refund' as const },
        ]
        const done = await t.call(importPayments, { as: people.Stan.token, body: { lines } })
        const [arrived, back] = lines.map((_, at) => done.body.lines?.[at]?.outcome ?? done.status)
        said.push(`${name} ${arrived}, back ${back}`)
      }
      return said.join(', ')
    },
  },
  {
    what: 'Clara decides on a deleted abstract',
    wanted: '404',
    ask: async ({ t, people, papers }) =>
      String(
        (await t.call(approveAbstract, { as: people.Clara.token, params: papers.gone, body: {} })).status,
      ),
  },
]

const account: Sight[] = [
  {
    what: 'Sara’s draft is seen by',
    wanted: 'Sara',
    ask: async ({ t, people, papers }) => {
      const seers: string[] = []
      for (const who of ['Rita', 'Sara'] as const) {
        const as = people[who].token
        const { draft } = (await t.call(previewPaper, { as, params: papers.open })).body
        const { items } = (await t.call(listAssigned, { as, query: { limit: 50 } })).body
        const isTold = items.some(({ paperId, hasDraft }) => paperId === papers.open.paperId && hasDraft)
        if (draft !== null || isTold) seers.push(who)
      }
      return seers.join(' ')
    },
  },
  {
    what: 'of the paper that Faye reviewed once, and Sara now, each sees reviews and may decide',
    wanted: 'Faye 1 false 1 complete, Sara 0 true 2 paper_submitted',
    ask: async ({ t, people, papers }) => {
      const said: string[] = []
      for (const who of ['Faye', 'Sara'] as const) {
        const seen = (await t.call(previewPaper, { as: people[who].token, params: papers.read })).body
        const { reviews, canDecide, paper } = seen
        said.push(`${who} ${reviews.length} ${canDecide} ${paper.round} ${paper.status}`)
      }
      return said.join(', ')
    },
  },
  {
    what: 'Rita’s publications are seen and changed by',
    wanted: 'Rita',
    ask: async ({ t, people }) => {
      const rows = (await t.call(publications.listPublications, { as: people.Rita.token })).body
      const params = { publicationId: rows.items[0]?.id ?? '' }
      const seers = rows.items.length === 1 ? ['Rita'] : []
      for (const who of ['Nora', 'Bea'] as const) {
        const as = people[who].token
        const { items } = (await t.call(publications.listPublications, { as })).body
        if (items.length > 0) seers.push(who)
        const body = { title: 'Mine now', abstract: 'Mine.' }
        const changed = await t.call(publications.changePublication, { as, params, body })
        if (changed.status !== 404) seers.push(`${who} changes`)
        const removed = await t.call(publications.removePublication, { as, params })
        if (removed.status !== 404) seers.push(`${who} removes`)
      }
      return seers.join(' ')
    },
  },
  {
    what: 'Nora’s notifications',
    wanted: '0 listed, 0 unread; another’s 404; those of others are left as they were',
    ask: async ({ t, people }) => {
      const as = people.Nora.token
      const unread = () => t.database.db.$count(notices, eq(notices.userId, people.Ada.id))
      const { items, count, unread: left } = (await t.call(listNotices, { as })).body
      const [row] = await t.database.db.select().from(notices).where(eq(notices.userId, people.Ada.id))
      const marked = await t.call(markRead, { as, body: { id: row?.id ?? '' } })
      const before = (await t.call(listNotices, { as: people.Ada.token })).body.unread
      await t.call(markAllRead, { as })
      const after = (await t.call(listNotices, { as: people.Ada.token })).body.unread
      const areLeft = before === after && before > 0 && (await unread()) > 0
      return `${Math.max(items.length, count)} listed, ${left} unread; another’s ${marked.status}; those of others are ${areLeft ? 'left as they were' : 'read'}`
    },
  },
  {
    what: 'Ada’s sessions and what others may do to them',
    wanted: '1 listed, ended by Otto 404, once more 404',
    ask: async ({ t, people }) => {
      const { items } = (await t.call(listSessions, { as: people.Ada.token })).body
      const rows = await t.database.db.select().from(sessions).where(eq(sessions.userId, people.Ada.id))
      const end = async (as: string, device: string) => {
        const sessionId = rows.find((row) => row.device === device)?.id ?? items[0]?.id ?? ''
        return (await t.call(endSession, { as, params: { sessionId } })).status
      }
      const byOtto = await end(people.Otto.token, 'the one that is open')
      return `${items.length} listed, ended by Otto ${byOtto}, once more ${await end(people.Ada.token, 'ended')}`
    },
  },
  {
    what: 'calendars: Otto sees one, turns his off, and opens Dora’s, who is disabled',
    wanted: 'no, Ada still has hers, 404',
    ask: async ({ t, people }) => {
      const seen = (await t.call(calendarFeed, { as: people.Otto.token })).body.url
      const { url } = (await t.call(calendarFeed, { as: people.Ada.token })).body
      await t.call(endCalendarFeed, { as: people.Otto.token })
      const still = (await t.call(calendarFeed, { as: people.Ada.token })).body.url
      const [feed] = await t.database.db
        .select()
        .from(calendarFeeds)
        .where(eq(calendarFeeds.userId, people.Dora.id))
      const link = signed(t.app.portal.world().secrets.calendar, feed?.id ?? '')
      const opened = await t.call(readCalendar, { params: { link } })
      return `${seen === null ? 'no' : 'yes'}, Ada ${url !== null && url === still ? 'still has hers' : 'has none'}, ${opened.status}`
    },
  },
  {
    what: 'Nora changes her password; then Ada, and Nora herself, are answered',
    wanted: '200; 200 200',
    ask: async ({ t, people: { Ada, Nora } }) => {
      const body = { password: Nora.password, newPassword: 'another long secret of hers' }
      const changed = await t.call(changePassword, { as: Nora.token, body })
      if (changed.status === 200) Nora.password = body.newPassword
      const of = async (as: string) => (await t.call(me, { as })).status
      return `${changed.status}; ${await of(Ada.token)} ${await of(Nora.token)}`
    },
  },
]

const picture: Sight = {
  what: 'Ada’s picture is seen by Otto, by Dora, who is disabled, in Ada’s session that was ended, in the one that is over, and by Otto in hers',
  wanted: '416 404 404 404 404',
  ask: async ({ t, people: { Ada, Otto, Dora } }) => {
    const [ada] = await t.database.db.select().from(users).where(eq(users.id, Ada.id))
    const rows = await t.database.db.select().from(sessions).where(eq(sessions.userId, Ada.id))
    const session = (device: string) => rows.find((row) => row.device === device)?.id ?? ''
    const opening = { kind: 'photo' as const, id: ada?.photoFileId ?? '', inline: true }
    const open = async (holder: ReturnType<typeof holderOf>) => {
      const link = signFileLink(t.app.portal.world().secrets, holder, opening, t.clock.now)
      const params = { link: link.replace('/api/files/', '') }
      return (await t.call(readFile, { params, headers: beyondItsEnd })).status
    }
    const holders = [
      holderOf(Otto),
      holderOf(Dora),
      { userId: Ada.id, sessionId: session('ended') },
      { userId: Ada.id, sessionId: session('over') },
      { userId: Otto.id, sessionId: holderOf(Ada).sessionId },
    ]
    const said: number[] = []
    for (const holder of holders) said.push(await open(holder))
    return said.join(' ')
  },
}

/** What changes nothing even where it is let through. */
export const reading: readonly Sight[] = [
  ...asAuthor('Ada', 'early open judged read due paid unfiled', 'early open judged read due unfiled', 'paid'),
  ...asAuthor('Otto', 'other', 'other', ''),
  ...asAuthor('Bea', 'own', 'own', ''),
  ...asReviewer('Rita', 'open due paid own', 'open own', 'due paid', 'open due paid own'),
  ...asReviewer('Sara', 'open other judged read paid', 'open other read', 'paid', 'open other judged read'),
  ...asReviewer('Bea', '', '', '', ''),
  ...asReviewer('Ray', '', '', '', ''),
  ...asReviewer('Cora', '', '', '', ''),
  ...asReviewer('Faye', 'read', '', 'read', ''),
  ...asReviewer('Nora', '', '', '', ''),
  links(
    'Ada',
    'early.abstract judged.abstract judged.paper open.abstract open.paper read.abstract read.paper read.paper',
  ),
  links('Otto', ''),
  links('Bea', 'own.abstract own.paper'),
  links('Rita', 'open.paper own.paper'),
  links('Cora', ''),
  links('Faye', 'read.paper'),
  links('Ray', ''),
  links('Dora', ''),
  links('Stan', ''),
  links(
    'Clara',
    'early.abstract judged.abstract judged.paper open.abstract open.paper open.paper* own.abstract own.paper read.abstract read.paper read.paper',
  ),
  receiptLink('Ada', '200'),
  receiptLink('Otto', '404'),
  receiptLink('Rita', '404'),
  receiptLink('Stan', '200'),
  receiptLink('Dora', '404'),
  picture,
  ...keptSights,
]

/** All of them. */
export const sights: readonly Sight[] = [...reading, ...desk, ...account, ...keptChanges]
