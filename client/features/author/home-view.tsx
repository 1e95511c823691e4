import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#client/api/config.ts'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { RoleBadge } from '#client/parts/role-badge.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { CountCard, CountCards } from '#client/ui/count-card.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import styles from './author.module.css'
import { listCompleted, listOngoing, reportedPayments } from './calls.ts'
import { NextSteps } from './next-steps.tsx'
import { words } from './words.ts'

/** The home view: who one is, the next deed, and how many papers stand where. */
export function HomeView() {
  const me = useMe()
  const ongoing = useQuery(queryOf(listOngoing))
  const completed = useQuery(queryOf(listCompleted))
  const isStaff = me?.roles.includes('staff') === true
  const payments = useQuery({
    ...queryOf(reportedPayments.spec, { query: reportedPayments.query }),
    enabled: isStaff,
  })
  return (
    <>
      <PageHeader
        title={me?.profile.firstName || me?.name || words.title}
        documentTitle={words.title}
        eyebrow={words.loggedIn}
        lead={<RoleBadge of="author" />}
        actions={
          <>
            {me?.role === 'both' && (
              <Link className={buttonClass('secondary')} to="/reviewer">
                {words.switchToReviewer}
              </Link>
            )}
            <SubmitLink className={styles.onWide} />
          </>
        }
      />
      {ongoing.isPending || (ongoing.data?.count === 0 && completed.isPending) ? (
        // What is below stands under the next steps, whose number is not known yet.
        <Skeleton lines={6} />
      ) : (
        <>
          {ongoing.data && (
            <NextSteps
              ongoing={ongoing.data.abstracts}
              ended={completed.data?.count ?? 0}
              newUntil={ongoing.data.newAbstractUntil}
              newOpen={ongoing.data.newAbstractOpen}
            />
          )}
          <SubmitLink className={styles.onNarrow} />
          <div className={styles.counts}>
            <CountCards>
              <CountCard count={ongoing.data?.count}>
                <Link to="/author" search={{ view: 'ongoing' }}>
                  {words.ongoing}
                </Link>
              </CountCard>
              <CountCard count={completed.data?.count}>
                <Link to="/author" search={{ view: 'completed' }}>
                  {words.completedPapers}
                </Link>
              </CountCard>
              {isStaff && (
                <CountCard count={payments.data?.count}>
                  <Link to="/admin/payments" search={{ status: 'reported' }}>
                    {words.paymentsReported}
                  </Link>
                </CountCard>
              )}
            </CountCards>
          </div>
          <SpecialSession />
          <p>
            <Link to="/author/instructions">{words.instructions}</Link>
          </p>
        </>
      )}
    </>
  )
}

/** In the header; on a phone below the next steps, for what is due comes first. */
function SubmitLink({ className }: { className: string | undefined }) {
  return (
    <Link
      className={classNames(buttonClass('secondary'), className)}
      to="/author"
      search={{ view: 'upload-abstract' }}
    >
      {words.submitAbstract}
    </Link>
  )
}

function SpecialSession() {
  const url = useConfig()?.specialSessionUrl
  return (
    <section className={styles.session}>
      <h2>{words.session}</h2>
      {url ? (
        <a className={buttonClass('secondary')} href={url} target="_blank" rel="noreferrer">
          {words.sessionRequest}
        </a>
      ) : (
        <p>{words.sessionSoon}</p>
      )}
    </section>
  )
}
