import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { plainly } from '#client/api/plainly.ts'
import { listCompleted, listOngoing } from '#client/features/author/calls.ts'
import { listAssigned, listReviewed } from '#client/features/reviewer/calls.ts'
import type { Path, Target } from '#client/navigation/places.ts'
import type { listPayments } from '#shared/payments/contract.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import type { listUsers } from '#shared/people/desk-contract.ts'
import type { listPapers } from '#shared/reviewing/desk-contract.ts'
import type { listAbstracts } from '#shared/submissions/desk-contract.ts'
import { matches } from './matches.ts'
import { mayOpen } from './places.ts'
import { words } from './words.ts'

/** Something found by its name. */
interface Found {
  id: string
  label: string
  /** Whose it is: what was typed may stand there. */
  about?: string
  /** A submission is one thing to find: its abstract is left out where its paper is found. */
  paperId?: string | null
  target: Target
}

/** Where things are looked for: who may open the place may find what is there. */
interface Source {
  group: string
  place: Path
  find: (q: string, signal: AbortSignal) => Promise<readonly Found[]>
}

const LIMIT = 5
/** One letter finds everything. */
const Q_MIN = 2

const papersCall = plainly<typeof listPapers>('GET', '/api/admin/papers')
const abstractsCall = plainly<typeof listAbstracts>('GET', '/api/admin/abstracts')
const usersCall = plainly<typeof listUsers>('GET', '/api/admin/users')
const paymentsCall = plainly<typeof listPayments>('GET', '/api/admin/payments')
const { groups } = words

const named = (id: string, title: string) => (title === '' ? id : `${id} · ${title}`)

export const sources: readonly Source[] = [
  {
    group: groups.papers,
    place: '/admin/papers',
    find: async (q, signal) =>
      (await call(papersCall, { query: { q, limit: LIMIT }, signal })).items.map((paper) => ({
        id: paper.paperId,
        paperId: paper.paperId,
        label: named(paper.paperId, paper.title || paper.fileName),
        about: paper.author.name,
        target: { to: '/admin/papers', search: { view: 'paper', paperId: paper.paperId } },
      })),
  },
  {
    group: groups.abstracts,
    place: '/admin',
    find: async (q, signal) =>
      (await call(abstractsCall, { query: { q, limit: LIMIT }, signal })).items.map((one) => ({
        id: one.abstractId,
        paperId: one.paperId,
        label: named(one.abstractId, one.title || one.fileName),
        about: one.author.name,
        target: { to: '/admin', search: { view: 'abstract', abstractId: one.abstractId } },
      })),
  },
  {
    group: groups.people,
    place: '/admin/people',
    find: async (q, signal) =>
      (await call(usersCall, { query: { q, limit: LIMIT }, signal })).items.map((person) => ({
        id: person.id,
        label: person.name,
        about: person.email,
        target: { to: '/admin/people', search: { view: 'person', personId: person.id } },
      })),
  },
  {
    group: groups.payments,
    place: '/admin/payments',
    find: async (q, signal) =>
      (await call(paymentsCall, { query: { q, limit: LIMIT }, signal })).items.map((payment) => ({
        id: payment.paperId,
        label: named(payment.paperId, payment.title),
        about: payment.payer.name,
        target: { to: '/admin/payments', search: { q: payment.paperId } },
      })),
  },
  {
    group: groups.review,
    place: '/reviewer',
    find: async (q, signal) => {
      const [assigned, reviewed] = await Promise.all([
        call(listAssigned, { signal }),
        call(listReviewed, { signal }),
      ])
      // One under review again is in both.
      const papers = new Map([...reviewed.items, ...assigned.items].map((paper) => [paper.paperId, paper]))
      return [...papers.values()]
        .map((paper) => ({
          id: paper.paperId,
          label: named(paper.paperId, paper.name === paper.paperId ? '' : paper.name),
          target: { to: '/reviewer', search: { view: 'paper', paperId: paper.paperId } } as const,
        }))
        .filter(({ label }) => matches(label, q))
        .slice(0, LIMIT)
    },
  },
  {
    group: groups.submissions,
    place: '/author',
    find: async (q, signal) => {
      const lists = await Promise.all([call(listOngoing, { signal }), call(listCompleted, { signal })])
      return lists
        .flatMap(({ abstracts }) => abstracts)
        .map((one) => ({
          id: one.abstractId,
          label: named([one.paperId, one.abstractId].filter(Boolean).join(' · '), one.title || one.fileName),
          target: { to: '/author', search: { view: 'details', abstractId: one.abstractId } } as const,
        }))
        .filter(({ label }) => matches(label, q))
        .slice(0, LIMIT)
    },
  },
]

/** What a person finds by a text, group by group; nothing in places that are not theirs. */
export function useFound(me: CurrentUser, q: string) {
  const mine = q.length < Q_MIN ? [] : sources.filter(({ place }) => mayOpen(me, place))
  const answers = useQueries({
    queries: mine.map(({ group, find }) => ({
      queryKey: ['palette', group, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(q, signal),
      placeholderData: keepPreviousData,
    })),
  })
  const found = mine.map(({ group }, place) => ({
    group,
    found: answers[place]?.data ?? [],
    /** It is what an earlier text found, until the answer to this one is there. */
    isEarlier: answers[place]?.isPlaceholderData ?? false,
  }))
  const papers = new Set(
    found.find(({ group }) => group === groups.papers)?.found.map(({ paperId }) => paperId),
  )
  return {
    groups: found.map((one) =>
      one.group === groups.abstracts
        ? { ...one, found: one.found.filter(({ paperId }) => !papers.has(paperId)) }
        : one,
    ),
    isLooking: answers.some(({ isFetching }) => isFetching),
    hasFailed: answers.some(({ isError }) => isError),
  }
}
