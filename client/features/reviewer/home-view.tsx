import { useQuery } from '@tanstack/react-query'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { NextBlock } from '#client/parts/next-block.tsx'
import { hasPassed } from '#client/parts/until.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { CountCard, CountCards } from '#client/ui/count-card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AssignedPaper } from '#shared/reviewing/contract.ts'
import { listAssigned, listReviewed } from './calls.ts'
import styles from './home-view.module.css'
import { byUrgency, stepText } from './step.ts'
import { words } from './words.ts'

/** The list has them all. */
const MOST = 3

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
      {assigned.data && <Next papers={assigned.data.items} />}
    </>
  )
}

/** The papers to review next, the one that is due first before the others. */
function Next({ papers }: { papers: readonly AssignedPaper[] }) {
  if (papers.length === 0) {
    return (
      <div className={styles.next}>
        <NextBlock title={words.nothingToDo}>
          <p>{words.noAssignedHint}</p>
        </NextBlock>
      </div>
    )
  }
  return (
    <div className={styles.next}>
      {byUrgency(papers)
        .slice(0, MOST)
        .map((paper) => (
          <NextBlock
            key={paper.paperId}
            title={stepText(paper)}
            about={paper.name}
            until={paper.missedDeadline ?? paper.dueAt}
            missed={hasPassed(paper.dueAt)}
          >
            <Link
              className={buttonClass('primary')}
              to="/reviewer"
              search={{ view: 'paper', paperId: paper.paperId }}
            >
              {words.open(paper.paperId)}
            </Link>
          </NextBlock>
        ))}
    </div>
  )
}
