import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#client/api/api-error.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { Timeline } from '#client/ui/timeline.tsx'
import { AbstractSection } from './abstract-section.tsx'
import { abstractOverview, paperOverview } from './calls.ts'
import { messageFor, shownAs } from './display.ts'
import { PaperSection } from './paper-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { WithdrawSection } from './withdraw-section.tsx'
import { timelineWords, words } from './words.ts'

const backToList = (
  <Link to="/author" search={{ view: 'ongoing' }}>
    {words.backToList}
  </Link>
)

/** One submission's way: status, abstract, paper, payment and what happened so far (portal.md §2 "Process Details"). */
export function ProcessView({ abstractId }: { abstractId: string }) {
  const params = { abstractId }
  const overview = useQuery(queryOf(abstractOverview, { params }))
  // A missing paper overview is treated as 'no paper' (portal.md §7).
  const paper = useQuery(queryOf(paperOverview, { params })).data
  if (overview.error !== null) {
    return (
      <>
        <PageHeader title={words.details} back={backToList} />
        <Message kind="error">{messageOf(overview.error, words.failedDetails)}</Message>
      </>
    )
  }
  if (overview.data === undefined) return <Skeleton lines={8} />
  const { abstract, versions, timeline } = overview.data
  const shown = shownAs(abstract)
  return (
    <>
      <PageHeader
        title={abstract.title || abstract.fileName}
        eyebrow={`${words.details} · ${abstract.paperId ?? abstract.abstractId}`}
        back={backToList}
        lead={messageFor(abstract)}
        actions={
          <p>
            {words.currentStatus} <StatusPill kind={shown.kind}>{shown.label}</StatusPill>
          </p>
        }
      />
      <AbstractSection abstract={abstract} versions={versions} />
      <PaperSection abstract={abstract} paper={paper} />
      <PaymentSection abstract={abstract} />
      <Panel title={words.timeline}>
        <Timeline
          label={words.timeline}
          steps={timeline.map((entry, index) => ({
            key: `${entry.kind} ${index}`,
            title: timelineWords[entry.kind],
            at: entry.at,
            state: index === timeline.length - 1 ? ('now' as const) : ('done' as const),
            note: entry.note,
          }))}
        />
      </Panel>
      {abstract.abilities.withdraw && <WithdrawSection abstractId={abstractId} />}
    </>
  )
}
