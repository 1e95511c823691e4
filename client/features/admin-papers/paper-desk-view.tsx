import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import type { DecisionMode } from '#client/parts/check-decision.ts'
import { type Decided, DecisionForm, isTooLate } from '#client/parts/decision-form.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { paperPillKind } from '#client/parts/status-kind.ts'
import { words as common, plainStatus } from '#client/parts/words.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { PdfPreview } from '#client/ui/pdf-preview.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import {
  approvePaperAsChair,
  declinePaperAsChair,
  paperDeskOverview,
  paperDeskPreview,
  requestPaperChangeAsChair,
} from '#shared/reviewing/desk-contract.ts'
import { AssignmentsPanel } from './assignments-panel.tsx'
import { HistoryPanel, VersionsPanel } from './history-panels.tsx'
import { ReopenButton } from './reopen-button.tsx'
import { ReviewsPanel } from './reviews-panel.tsx'
import { words } from './words.ts'

type Overview = AnswerOf<typeof paperDeskOverview>

const back = <Link to="/admin/papers">{words.backToList}</Link>

/** One paper with its reviewers, its reviews and the decision on it. */
export function PaperDeskView({ paperId }: { paperId: string }) {
  const params = { paperId }
  const overview = useQuery(queryOf(paperDeskOverview, { params }))
  const preview = useQuery({ ...queryOf(paperDeskPreview, { params }), staleTime: 5 * 60_000 })
  if (overview.data === undefined)
    return <Opening title={words.details} back={back} reading={overview} failed={words.failedDetails} />
  const { paper, details } = overview.data
  return (
    <>
      <PageHeader
        title={paper.title || paper.fileName}
        eyebrow={`${words.details} · ${paper.paperId} · ${words.round(paper.round)}`}
        back={back}
        actions={
          <StatusPill kind={paperPillKind(paper.status, paper.reviewStatus)}>
            {plainStatus(paper.status)}
          </StatusPill>
        }
      />
      <AuthorsAndTopics authors={[paper.author, ...details.coAuthors]} topics={details.topics} />
      {paper.reviewStatus === 'reviewer_declined' && <Message>{words.rejectionToConfirm}</Message>}
      {paper.withheld && <Message kind="error">{words.withheldWhy}</Message>}
      <AssignmentsPanel overview={overview.data} />
      <ReviewsPanel reviews={overview.data.reviews} />
      <DecisionPanel overview={overview.data} />
      <VersionsPanel versions={overview.data.versions} />
      <HistoryPanel timeline={overview.data.timeline} />
      <PdfPreview
        url={preview.data?.previewUrl}
        renew={async () => (await preview.refetch()).data?.previewUrl ?? null}
        title={paper.paperId}
        openLabel={common.openInNewTab}
      />
    </>
  )
}

function DecisionPanel({ overview }: { overview: Overview }) {
  const say = useToast()
  const client = useQueryClient()
  const { abilities, paper } = overview
  const modes: DecisionMode[] = [
    ...(abilities.approve ? (['approve'] as const) : []),
    ...(abilities.requestChange ? (['request_change'] as const) : []),
    ...(abilities.decline ? (['decline'] as const) : []),
  ]
  const decide = async (decided: Decided) => {
    try {
      say((await send(paper.paperId, decided)).message)
      await client.invalidateQueries()
    } catch (error) {
      // Somebody else was faster: what is true now takes the form's place, the text stays.
      if (isTooLate(error)) await client.invalidateQueries()
      throw error
    }
  }
  return (
    <Panel title={words.decision} raised={paper.decisionNeeded}>
      <DecisionForm
        scored={false}
        modes={modes}
        onDecide={decide}
        closed={modes.length > 0 ? undefined : !abilities.reopen && <p>{words.noDecision}</p>}
      />
      {abilities.reopen && <ReopenButton paperId={paper.paperId} />}
    </Panel>
  )
}

function send(paperId: string, { mode, text }: Decided) {
  const params = { paperId }
  if (mode === 'approve')
    return call(approvePaperAsChair, { params, body: text === '' ? {} : { comments: text } })
  if (mode === 'request_change') {
    return call(requestPaperChangeAsChair, { params, body: { confirmText: 'REQUEST_CHANGE', reason: text } })
  }
  return call(declinePaperAsChair, { params, body: { confirmText: 'DECLINE', reason: text } })
}
