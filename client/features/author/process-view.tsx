import { useQuery } from '@tanstack/react-query'
import { isGone } from '#client/api/api-error.ts'
import { freshLinks } from '#client/api/fresh-links.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { happened } from '#client/parts/happened.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { Timeline, type TimelineStep } from '#client/ui/timeline.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { AbstractSection } from './abstract-section.tsx'
import { AbstractTextSection } from './abstract-text-section.tsx'
import styles from './author.module.css'
import { abstractOverview, paperOverview, readSubmissionText } from './calls.ts'
import { DetailsSection } from './details-section.tsx'
import { messageFor, shownAs } from './display.ts'
import { NextStep } from './next-step.tsx'
import { PaperSection } from './paper-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ReportedPill } from './reported-pill.tsx'
import { stepOf } from './step.ts'
import { wayAhead } from './way.ts'
import { WithdrawSection } from './withdraw-section.tsx'
import { aheadWords, statusMessage, words } from './words.ts'

/** Back to the list that the submission stands in. */
function BackToList({ ended }: { ended: boolean }) {
  return (
    <BackLink to="/author" search={{ view: ended ? 'completed' : 'ongoing' }}>
      {words.backToList}
    </BackLink>
  )
}

/** One submission's way: status, abstract, paper, payment and what happened so far (portal.md §2 "Process Details"). */
export function ProcessView({ abstractId }: { abstractId: string }) {
  const params = { abstractId }
  const overview = useQuery({ ...queryOf(abstractOverview, { params }), ...freshLinks })
  // A missing paper overview is treated as 'no paper' (portal.md §7).
  const paper = useQuery({ ...queryOf(paperOverview, { params }), ...freshLinks }).data
  useReadAlong(queryOf(readSubmissionText, { params }), overview.data === undefined)
  // What was deleted is not shown as it was, with all that could be done to it.
  if (overview.data === undefined || isGone(overview.error))
    return (
      <Opening
        title={words.details}
        back={<BackToList ended={false} />}
        reading={overview}
        failed={words.failedDetails}
      />
    )
  const { abstract, details, versions, timeline, payment } = overview.data
  const shown = shownAs(abstract)
  const step = stepOf(abstract)
  const ahead = expected(abstract)
  const way = ahead.length === 0 ? words.timelineEnded : words.timeline
  const withdrawn = timeline.at(-1)?.kind === 'withdrawn'
  return (
    <>
      <PageHeader
        title={abstract.title || abstract.fileName}
        eyebrow={`${words.details} · ${abstract.paperId ?? abstract.abstractId}`}
        back={<BackToList ended={shown.status === 'complete'} />}
        lead={withdrawn ? statusMessage.withdrawn : messageFor(abstract)}
        actions={
          <p className={styles.status}>
            {words.currentStatus} <StatusPill kind={shown.kind}>{shown.label}</StatusPill>{' '}
            <ReportedPill item={abstract} />
          </p>
        }
      />
      {overview.error !== null && <LoadFailure reading={overview} failed={words.failedRefresh} />}
      {step && <NextStep step={step} of={abstract} />}
      <div className={styles.process}>
        <AbstractSection abstract={abstract} versions={versions} timeline={timeline} withdrawn={withdrawn} />
        <PaperSection
          abstract={abstract}
          paper={paper}
          isRevised={timeline.some(({ kind }) => kind === 'paper_change_requested')}
          withdrawn={withdrawn}
        />
        <PaymentSection abstract={abstract} payment={payment} />
        <DetailsSection abstract={abstract} details={details} />
        <AbstractTextSection abstractId={abstract.abstractId} />
        <div className={styles.way}>
          <Panel title={way}>
            <Timeline label={way} steps={[...happened(timeline), ...ahead]} />
          </Panel>
        </div>
      </div>
      {abstract.abilities.withdraw && <WithdrawSection abstract={abstract} payment={payment} />}
    </>
  )
}

function expected(abstract: AbstractItem): TimelineStep[] {
  const ahead = wayAhead(abstract)
  if (ahead === undefined) return []
  const until = abstract.nextDeadline
  return [
    {
      key: ahead.now,
      title: aheadWords[ahead.now],
      state: 'now',
      note: until && (
        <>
          {words.deadline}: <Deadline at={until} />
        </>
      ),
    },
    ...ahead.next.map((stop) => ({ key: stop, title: aheadWords[stop], state: 'next' as const })),
  ]
}
