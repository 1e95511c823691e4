import { useQuery } from '@tanstack/react-query'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { CountCard, CountCards } from '#client/ui/count-card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { listAssigned, listReviewed } from './calls.ts'
import { words } from './words.ts'

/** The home view: who one is, and how many papers wait. */
export function HomeView() {
  const me = useMe()
  const assigned = useQuery(queryOf(listAssigned))
  const reviewed = useQuery(queryOf(listReviewed))
  return (
    <>
      <PageHeader
        title={me?.profile.firstName || me?.name || words.title}
        documentTitle={words.title}
        eyebrow={words.loggedIn}
        actions={
          me?.role === 'both' && (
            <Link className={buttonClass('secondary')} to="/author">
              {words.switchToAuthor}
            </Link>
          )
        }
      />
      <CountCards>
        <CountCard count={assigned.data?.count}>
          <Link to="/reviewer" search={{ view: 'assigned' }}>
            {words.assigned}
          </Link>
        </CountCard>
        <CountCard count={reviewed.data?.count}>
          <Link to="/reviewer" search={{ view: 'reviewed' }}>
            {words.reviewed}
          </Link>
        </CountCard>
      </CountCards>
    </>
  )
}
