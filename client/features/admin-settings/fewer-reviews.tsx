import { useQuery } from '@tanstack/react-query'
import { plainly } from '#client/api/plainly.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Message } from '#client/ui/message.tsx'
import type { countDecisionsNeeded as contract } from '#shared/reviewing/desk-contract.ts'
import { words } from './words.ts'

const countDecisionsNeeded = plainly<typeof contract>('GET', '/api/admin/papers/decisions-needed')

/** Where fewer reviews of a paper are typed than are asked for: how many papers will wait for a decision by it. */
export function FewerReviews({ now, typed }: { now: number; typed: string }) {
  const wanted = /^\s*\d+\s*$/.test(typed) ? Number(typed) : now
  const isFewer = wanted >= 1 && wanted < now
  const counted = (reviewsPerPaper: number) => ({
    ...queryOf(countDecisionsNeeded, { query: { reviewsPerPaper } }),
    enabled: isFewer,
  })
  const before = useQuery(counted(now)).data?.count
  const after = useQuery(counted(wanted)).data?.count
  if (!isFewer || before === undefined || after === undefined || after <= before) return null
  return <Message>{words.fewerReviews(after - before)}</Message>
}
