import { useQuery } from '@tanstack/react-query'
import { isGone } from '#client/api/api-error.ts'
import { freshLinks } from '#client/api/fresh-links.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { BesidePaper } from '#client/parts/beside-paper.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { statusKind } from '#client/parts/status-kind.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { paperDeskOverview, paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import { deskEnding } from '#shared/submissions/status-words.ts'
import { reviewersFor } from './assign-form.tsx'
import { AssignmentsPanel } from './assignments-panel.tsx'
import { ConflictFound, DecisionNeeded, DecisionPanel } from './decision-panel.tsx'
import { HistoryPanel, VersionsPanel } from './history-panels.tsx'
import { words } from './paper-words.ts'
import { ReviewsPanel } from './reviews-panel.tsx'

const back = <BackLink to="/admin/papers">{words.backToList}</BackLink>

/** One paper with its reviewers, its reviews and the decision on it. */
export function PaperDeskView({ paperId }: { paperId: string }) {
  const params = { paperId }
  const overview = useQuery({ ...queryOf(paperDeskOverview, { params }), ...freshLinks })
  const preview = useQuery({ ...queryOf(paperDeskPreview, { params }), ...freshLinks })
  useReadAlong(reviewersFor(paperId), overview.data === undefined)
  if (overview.data === undefined)
    return <Opening title={words.details} back={back} reading={overview} failed={words.failedDetails} />
  const { paper, details } = overview.data
  const gone = isGone(overview.error)
  return (
    <>
      <PageHeader
        title={paper.title || paper.fileName}
        eyebrow={`${words.details} · ${paper.paperId} · ${words.round(paper.round)}`}
        back={back}
        actions={
          <StatusPill kind={statusKind(paper.status, paper.declined || paper.withdrawn)}>
            {deskEnding(paper)}
          </StatusPill>
        }
      />
      <AuthorsAndTopics authors={[paper.author, ...details.coAuthors]} topics={details.topics} />
      <ConflictFound overview={overview.data} />
      {paper.withheld && <Message kind="error">{words.withheldWhy}</Message>}
      <BesidePaper
        names={words.sides}
        first="form"
        title={paper.paperId}
        version={String(preview.data?.createdAt?._seconds)}
        url={preview.error === null ? preview.data?.previewUrl : null}
        renew={async () => (await preview.refetch()).data?.previewUrl}
        form={
          <>
            {!gone && <DecisionNeeded paper={paper} />}
            {/* What a decision is taken by stands before it. */}
            <ReviewsPanel reviews={overview.data.reviews} />
            <DecisionPanel overview={overview.data} isGone={gone} />
          </>
        }
      />
      {!gone && <AssignmentsPanel overview={overview.data} />}
      <VersionsPanel versions={overview.data.versions} />
      <HistoryPanel timeline={overview.data.timeline} />
    </>
  )
}
