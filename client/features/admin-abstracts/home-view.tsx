import { useQuery } from '@tanstack/react-query'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { CountCard, CountCards } from '#client/ui/count-card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { listDeleted } from '#shared/submissions/deleted-contract.ts'
import { listPendingAbstracts } from '#shared/submissions/desk-contract.ts'
import { words } from './words.ts'

/** The home view: how many abstracts wait, and how many are decided. */
export function HomeView() {
  const me = useMe()
  const counts = useQuery(queryOf(listPendingAbstracts)).data?.counts
  const deleted = useQuery(queryOf(listDeleted, { query: { limit: 1 } })).data?.count ?? 0
  return (
    <>
      <PageHeader
        title={me?.profile.firstName || me?.name || words.title}
        documentTitle={words.title}
        eyebrow={words.loggedIn}
      />
      <CountCards>
        <CountCard count={counts?.pending}>
          <Link to="/admin" search={{ view: 'pending' }}>
            {words.pending}
          </Link>
        </CountCard>
        <CountCard count={counts?.reviewed}>
          <Link to="/admin" search={{ view: 'reviewed' }}>
            {words.reviewed}
          </Link>
        </CountCard>
      </CountCards>
      <p>
        <Link to="/admin" search={{ view: 'all' }}>
          {words.allLink}
        </Link>
      </p>
      {deleted > 0 && (
        <p>
          <Link to="/admin" search={{ view: 'deleted' }}>
            {words.deletedCount(deleted)}
          </Link>
        </p>
      )}
    </>
  )
}
