import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { listPendingAbstracts } from './calls.ts'
import { words } from './words.ts'

/** After a decision: the abstract that has waited longest, where another one waits. */
export function NextAbstract({ after }: { after: string }) {
  const { data } = useQuery(queryOf(listPendingAbstracts, { query: { sort: '-newest', limit: 2 } }))
  const next = data?.items.find(({ abstractId }) => abstractId !== after)
  if (next === undefined) return null
  return (
    <p>
      {words.nextAbstract}:{' '}
      <Link to="/admin" search={{ view: 'abstract', abstractId: next.abstractId }}>
        {next.title || next.fileName}
      </Link>
    </p>
  )
}
