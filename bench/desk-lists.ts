import { SCREEN_PAGE } from '#shared/core/screen-page.ts'

/** A list of the desk, and how it is looked at. */
interface DeskListed {
  name: string
  path: string
  /** Words that some rows have, and a filter that a good part of them passes. */
  q: string
  status: string
  /** A word that most rows have. */
  broad?: string
  /** The field of an entry by which one alone is searched for. */
  id?: 'abstractId' | 'paperId'
  /** The orders beside its own. */
  sorts: readonly string[]
}

/** One manner of looking at a list, in one or several ways. */
export interface Visit {
  what: 'first' | 'deep' | 'searched' | 'broad' | 'one' | 'filtered' | 'sorted'
  paths: string[]
}

/** Pages turned before the deep one. */
const TURNED = 25

const ofSubmissions = ['newest', 'id', 'title', 'status']

export const deskLists: readonly DeskListed[] = [
  {
    name: 'Abstracts',
    path: '/api/admin/abstracts',
    q: 'retrofit',
    status: 'awaiting_paper',
    id: 'abstractId',
    sorts: ['changed', 'id', 'title', 'status'],
  },
  {
    name: 'Pending abstracts',
    path: '/api/admin/abstracts/pending',
    q: 'retrofit',
    status: '',
    sorts: ['changed', 'id', 'title'],
  },
  {
    name: 'Reviewed abstracts',
    path: '/api/admin/abstracts/approved',
    q: 'retrofit',
    status: 'awaiting_payment',
    sorts: ['changed', ...ofSubmissions],
  },
  {
    name: 'Papers',
    path: '/api/admin/papers',
    q: 'watanabe',
    status: 'decision_needed',
    id: 'paperId',
    sorts: ofSubmissions,
  },
  {
    name: 'Reviewers',
    path: '/api/admin/reviewers',
    q: 'harbour',
    status: 'overdue',
    sorts: ['name', 'load'],
  },
  {
    name: 'Invitations',
    path: '/api/admin/invitations',
    q: 'novak',
    status: 'accepted',
    sorts: ['name'],
  },
  {
    name: 'Payments',
    path: '/api/admin/payments',
    q: 'TX-11',
    status: 'late',
    sorts: ['changed', ...ofSubmissions],
  },
  {
    name: 'People',
    path: '/api/admin/users',
    q: 'brunner',
    status: 'reviewer',
    sorts: ['name', 'status'],
  },
  {
    name: 'Mails',
    path: '/api/admin/emails',
    q: 'institute7',
    status: 'failed',
    sorts: ['to', 'subject', 'status'],
  },
  {
    name: 'Activity',
    path: '/api/admin/activity',
    q: 'watanabe',
    broad: 'example',
    status: 'assignment',
    sorts: ['-newest'],
  },
]

/** The addresses of a list's pages; the deep one is found by turning pages, as a person would. */
export async function visitsOf(
  { path, q, broad, status, id, sorts }: DeskListed,
  read: (path: string) => Promise<{ items: unknown[]; nextCursor?: string }>,
): Promise<Visit[]> {
  const at = (query: Record<string, string>) =>
    `${path}?${new URLSearchParams({ limit: String(SCREEN_PAGE), ...query }).toString()}`
  let cursor: string | undefined
  for (let turned = 0; turned < TURNED; turned += 1) {
    const page = await read(at(cursor === undefined ? {} : { cursor }))
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  for (const query of [
    { q },
    ...(broad === undefined ? [] : [{ q: broad }]),
    ...(status === '' ? [] : [{ status }]),
  ]) {
    const { items } = await read(at(query))
    if (items.length === 0) throw new Error(`${path} has nothing for ${JSON.stringify(query)}`)
  }
  const one = id === undefined ? [] : [at({ q: idOf((await read(at({}))).items[0], id) })]
  return [
    { what: 'first', paths: [at({})] },
    { what: 'deep', paths: cursor === undefined ? [] : [at({ cursor })] },
    { what: 'searched', paths: [at({ q })] },
    { what: 'broad', paths: broad === undefined ? [] : [at({ q: broad })] },
    { what: 'one', paths: one },
    { what: 'filtered', paths: status === '' ? [] : [at({ status })] },
    { what: 'sorted', paths: sorts.map((sort) => at({ sort })) },
  ]
}

function idOf(item: unknown, id: string): string {
  const found: unknown = Object.entries(item ?? {}).find(([field]) => field === id)?.[1]
  if (typeof found !== 'string') throw new Error(`an entry has no ${id}`)
  return found
}
