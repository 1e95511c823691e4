import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { ShowPaper } from '#client/parts/show-form.ts'
import { statusKind } from '#client/parts/status-kind.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PdfPreview } from '#client/ui/pdf-preview.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { paperDeskOverview, paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import { deskStatus } from '#shared/submissions/status-words.ts'
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
  const overview = useQuery(queryOf(paperDeskOverview, { params }))
  const preview = useQuery(queryOf(paperDeskPreview, { params }))
  useReadAlong(reviewersFor(paperId), overview.data === undefined)
  const file = useRef<HTMLElement>(null)
  if (overview.data === undefined)
    return <Opening title={words.details} back={back} reading={overview} failed={words.failedDetails} />
  const { paper, details } = overview.data
  return (
    <ShowPaper value={() => file.current?.focus()}>
      <PageHeader
        title={paper.title || paper.fileName}
        eyebrow={`${words.details} · ${paper.paperId} · ${words.round(paper.round)}`}
        back={back}
        actions={
          <>
            <StatusPill kind={statusKind(paper.status, paper.declined || paper.withdrawn)}>
              {deskStatus(paper.status)}
            </StatusPill>
            <Button look="secondary" small onClick={() => file.current?.focus()}>
              {words.readFile}
            </Button>
          </>
        }
      />
      <AuthorsAndTopics authors={[paper.author, ...details.coAuthors]} topics={details.topics} />
      <DecisionNeeded paper={paper} />
      <ConflictFound overview={overview.data} />
      {paper.withheld && <Message kind="error">{words.withheldWhy}</Message>}
      {/* What a decision is taken by stands before it, and both before all else. */}
      <ReviewsPanel reviews={overview.data.reviews} />
      <DecisionPanel overview={overview.data} />
      <AssignmentsPanel overview={overview.data} />
      <VersionsPanel versions={overview.data.versions} />
      <HistoryPanel timeline={overview.data.timeline} />
      <section ref={file} tabIndex={-1} aria-label={words.file}>
        <PdfPreview
          key={preview.data?.createdAt?._seconds}
          url={preview.data?.previewUrl}
          renew={async () => (await preview.refetch()).data?.previewUrl ?? null}
          title={paper.paperId}
          openLabel={common.openInNewTab}
        />
      </section>
    </ShowPaper>
  )
}
