import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#client/api/config.ts'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadable } from '#client/navigation/loadable.ts'
import { deskPaths } from '#client/navigation/places.ts'
import { preload } from '#client/navigation/preload.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { NextBlock } from '#client/parts/next-block.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { CountCard, CountCards } from '#client/ui/count-card.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import {
  homeCounts,
  listAbstracts,
  listDeleted,
  listPapers,
  listPayments,
  listPendingAbstracts,
  listReviewers,
} from './calls.ts'
import styles from './home-view.module.css'
import { words } from './words.ts'

/** Loaded by the organisers of an empty conference alone. */
const settingUp = loadable(() => import('./setting-up.tsx'), 'SettingUp')

/** What an organiser goes on to, 90 KB in all, so that no click waits for code; the schemas come with it. */
const ahead = [...deskPaths, '/profile' as const].map((path) => () => preload(path))

/** The home view: how many abstracts wait, and how many are decided. */
export function HomeView() {
  useWhenIdle(ahead)
  const me = useMe()
  const config = useConfig()
  const pending = queryOf(listPendingAbstracts, homeCounts.pending)
  // All at once, so with one request; not while the page's scripts are on the way: it was shown later with that (bench/README.md).
  const counts = useQuery(pending).data?.counts
  // None that waits or is decided: there may be withdrawn ones.
  const isQuiet = counts?.pending === 0 && counts.reviewed === 0
  const all = useQuery({ ...queryOf(listAbstracts, { query: { limit: 1 } }), enabled: isQuiet })
  const toDecide = useQuery(queryOf(listPapers, homeCounts.toDecide)).data?.count
  const unassigned = useQuery(queryOf(listPapers, homeCounts.unassigned)).data?.count
  const overdue = useQuery(queryOf(listReviewers, homeCounts.overdue)).data?.count
  const reported = useQuery(queryOf(listPayments, homeCounts.reported)).data?.count
  const deleted = useQuery(queryOf(listDeleted, homeCounts.deleted)).data?.count ?? 0
  return (
    <>
      <PageHeader
        title={me?.profile.firstName || me?.name || words.title}
        documentTitle={words.title}
        eyebrow={words.loggedIn}
      />
      {config?.supportEmail === '' && (
        <div className={styles.note}>
          <Message>
            {words.noSupportEmail} <Link to="/admin/settings">{words.openSettings}</Link>
          </Message>
        </div>
      )}
      {isQuiet && all.data?.count === 0 ? (
        <Loaded of={settingUp} props={{}} meanwhile={<NextBlock title="…" />} />
      ) : (
        <NextStep pending={isQuiet && all.isPending ? undefined : counts?.pending} toDecide={toDecide} />
      )}
      <h2 className={styles.heading}>{words.abstracts}</h2>
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
      <h2 className={styles.heading}>{words.toDo}</h2>
      <CountCards>
        <CountCard count={toDecide}>
          <Link to="/admin/papers" search={{ status: 'decision_needed' }}>
            {words.decisionNeeded}
          </Link>
        </CountCard>
        <CountCard count={unassigned}>
          <Link to="/admin/papers" search={{ status: 'unassigned' }}>
            {words.reviewerMissing}
          </Link>
        </CountCard>
        <CountCard count={overdue}>
          <Link to="/admin/reviewers" search={{ status: 'overdue' }}>
            {words.reviewersOverdue}
          </Link>
        </CountCard>
        <CountCard count={reported}>
          <Link to="/admin/payments" search={{ status: 'reported' }}>
            {words.paymentsReported}
          </Link>
        </CountCard>
      </CountCards>
      <div className={styles.links}>
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
      </div>
    </>
  )
}

/** What waits for the organiser now; it stands there before it is known, so that nothing moves. */
function NextStep({ pending, toDecide }: { pending: number | undefined; toDecide: number | undefined }) {
  if (pending === 0 && toDecide !== undefined && toDecide > 0)
    return (
      <NextBlock title={words.papersWait(toDecide)}>
        <Link className={buttonClass()} to="/admin/papers" search={{ status: 'decision_needed' }}>
          {words.seeThem}
        </Link>
      </NextBlock>
    )
  return (
    <NextBlock title={pending === undefined ? '…' : words.abstractsWait(pending)}>
      <Link
        className={buttonClass(pending === 0 ? 'secondary' : 'primary')}
        to="/admin"
        search={{ view: 'pending' }}
      >
        {words.seeThem}
      </Link>
    </NextBlock>
  )
}
