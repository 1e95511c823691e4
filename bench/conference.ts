import { call, logIn, submit } from './call.ts'
import { authorEmail, PASSWORD } from './people.ts'
import type { BenchPortal } from './portals.ts'
import type { StampedPdf } from './stamped-pdf.ts'

/** Abstracts of the whole conference when its lists are read. */
export const ABSTRACTS = 1000
/** The lists' author has so many submissions ongoing, and as many completed. */
export const OWN = 10
const AT_ONCE = 4
/** What one author may store: all of the bench's files. */
const UPLOADED_MOST = 100_000_000_000

/** Who acts: a token of the admin, of the author whose lists are read, and of the one who submits. */
export interface Cast {
  admin: string
  lister: string
  submitter: string
}

/** Logs the cast in. Tokens last fifteen minutes, longer than any part of the bench. */
export async function logInCast(portal: BenchPortal): Promise<Cast> {
  return {
    admin: await logIn(portal, portal.admin.email, portal.admin.password),
    lister: await logIn(portal, authorEmail(0), PASSWORD),
    submitter: await logIn(portal, authorEmail(1), PASSWORD),
  }
}

/** Lets one author submit all that the bench does: large abstracts, thousands of files in an hour, and gigabytes. */
export async function allowManyUploads(
  portal: Pick<BenchPortal, 'url'>,
  admin: string,
  bytes: number,
): Promise<void> {
  const path = '/api/admin/settings'
  const { settings, revision } = await call<{ settings: object; revision: number }>(
    portal,
    'GET',
    path,
    admin,
  )
  const limits = { abstractMaxBytes: bytes, uploadsPerHour: 10_000, uploadQuotaBytes: UPLOADED_MOST }
  const body = { settings: { ...settings, ...limits }, revision }
  await call(portal, 'PUT', path, admin, body)
}

/** Brings the conference to its full number of abstracts, half of them decided, and checks that it is so. */
export async function fillConference(portal: BenchPortal, cast: Cast, pdf: StampedPdf): Promise<void> {
  for (let n = 0; n < 2 * OWN; n += 1) {
    const id = await submit(portal, cast.lister, pdf)
    if (n < OWN) await decline(portal, cast.admin, id)
  }
  const { count } = await deskPage(portal, cast.admin, '')
  if (count > ABSTRACTS) throw new Error(`${count} abstracts are more than the lists are measured with`)
  await inTurns(Array.from({ length: ABSTRACTS - count }), () => submit(portal, cast.submitter, pdf))
  for (;;) {
    const { items, count: pending } = await deskPage(portal, cast.admin, '/pending')
    const rest = pending - ABSTRACTS / 2
    if (rest <= 0) break
    const ids = items.map((item) => item.abstractId).slice(0, rest)
    await inTurns(ids, (id) => call(portal, 'POST', `/api/admin/abstracts/${id}/approve`, cast.admin, {}))
  }
}

function decline(portal: BenchPortal, admin: string, id: string): Promise<unknown> {
  const body = { confirmText: 'DECLINE', reason: 'Out of scope.' }
  return call(portal, 'POST', `/api/admin/abstracts/${id}/decline`, admin, body)
}

/** A page of the desk: `''` all abstracts, `/pending` those without a decision. Leaves out the lister's own. */
async function deskPage(portal: BenchPortal, admin: string, which: '' | '/pending') {
  const page = await call<{ items: { abstractId: string; author: { email: string } }[]; count: number }>(
    portal,
    'GET',
    `/api/admin/abstracts${which}?limit=200`,
    admin,
  )
  return { ...page, items: page.items.filter((item) => item.author.email !== authorEmail(0)) }
}

/** Does something with each, a few at once. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values()
  const loop = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
}
