import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { conflicts, users } from '#server/db/schema.ts'
import { hashPassword } from '#server/features/people/passwords.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import type { PortalProcess } from '#tests/portal-process.ts'
import { call, logIn, submit } from './call.ts'
import { allowManyUploads } from './conference.ts'
import { timed } from './desk-portal.ts'
import { median } from './measure.ts'
import { PASSWORD } from './people.ts'
import { stampedPdf } from './stamped-pdf.ts'

const WARM = 5
const FILE_SIZE = 200_000

/** What one person calls all day, to be called as often as is asked for. */
interface Daily {
  name: string
  once: () => Promise<unknown>
}

/** The addresses of one author and one reviewer of a filled desk (tests/large-desk.ts), each with as much as any other; they log in with PASSWORD. */
export interface LetIn {
  author: string
  reviewer: string
}

/** Gives them their password. */
export async function letIn(db: Db): Promise<LetIn> {
  const passwordHash = await hashPassword(PASSWORD)
  const one = async (who: SQL) => {
    const [row] = await db
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, sql`(${who} order by id limit 1)`))
      .returning({ email: users.email })
    if (row === undefined) throw new Error('the desk has nobody who waits for something')
    return row.email
  }
  // A filled desk has papers still assigned to whom declared a conflict, which they cannot open.
  await db.delete(conflicts)
  return {
    author: await one(sql`select author_id from submissions where stage = 'awaiting_paper'`),
    reviewer: await one(
      sql`select reviewer_id from assignments
        where not exists (select from reviews where reviews.assignment_id = assignments.id)`,
    ),
  }
}

/** Milliseconds that half of `times` calls took at most, one after the other, by the name of the call. */
export async function timeDaily(
  portal: PortalProcess,
  who: LetIn,
  times: number,
): Promise<Map<string, number>> {
  const took = new Map<string, number>()
  for (const { name, once } of await daily(portal, who, WARM + times)) {
    const all: number[] = []
    for (let at = 0; at < WARM + times; at += 1) all.push(await timed(once))
    took.set(name, median(all.slice(WARM)))
  }
  return took
}

/** Reads and deeds of all roles; a deed may be done `most` times. */
async function daily(portal: PortalProcess, who: LetIn, most: number): Promise<Daily[]> {
  const admin = await logIn(portal, portal.admin.email, portal.admin.password)
  const author = await logIn(portal, who.author, PASSWORD)
  const reviewer = await logIn(portal, who.reviewer, PASSWORD)
  await allowManyUploads(portal, admin, 2 * FILE_SIZE)
  const pdf = await stampedPdf(FILE_SIZE)
  const get = <Answer>(path: string, token: string) => call<Answer>(portal, 'GET', path, token)
  const read = (name: string, path: string, token: string): Daily => ({ name, once: () => get(path, token) })
  const page = `limit=${SCREEN_PAGE}`
  const { abstracts } = await get<{ abstracts: { abstractId: string }[] }>(
    `/api/abstracts/ongoing?${page}`,
    author,
  )
  const assigned = await get<{ items: { paperId: string }[] }>(
    `/api/reviewer/papers/assigned?${page}`,
    reviewer,
  )
  const pending = await get<{ items: { abstractId: string }[] }>(
    `/api/admin/abstracts/pending?limit=${most}`,
    admin,
  )
  const [own, paper] = [theFirst(abstracts).abstractId, theFirst(assigned.items).paperId]
  const undecided = pending.items.values()
  const accept = async () => {
    const { value } = undecided.next()
    if (value === undefined) throw new Error('no abstract waits for a decision any more')
    await call(portal, 'POST', `/api/admin/abstracts/${value.abstractId}/approve`, admin, {})
  }
  return [
    { name: 'Log in', once: () => logIn(portal, who.author, PASSWORD) },
    read('Who one is', '/api/me', author),
    read('An author’s ongoing submissions', `/api/abstracts/ongoing?${page}`, author),
    read('An author’s submission', `/api/abstracts/${own}/overview`, author),
    read('A reviewer’s assigned papers', `/api/reviewer/papers/assigned?${page}`, reviewer),
    read('A reviewer’s paper', `/api/reviewer/papers/${paper}/preview`, reviewer),
    read('A paper at the desk', `/api/admin/papers/${paper}/overview`, admin),
    read('A paper’s way, at the desk', `/api/admin/papers/${paper}/preview`, admin),
    read('How many decisions are needed', '/api/admin/papers/decisions-needed?reviewsPerPaper=2', admin),
    read('Statistics', '/api/admin/statistics', admin),
    { name: 'Accept an abstract', once: accept },
    { name: `Submit an abstract of ${FILE_SIZE / 1000} KB`, once: () => submit(portal, author, pdf) },
  ]
}

function theFirst<Item>(items: readonly Item[]): Item {
  const [first] = items
  if (first === undefined) throw new Error('somebody has nothing that could be looked at')
  return first
}
