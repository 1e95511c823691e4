import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { type Decided, DecisionForm, isTooLate } from '#client/parts/decision-form.tsx'
import { paperPillKind, statusKind } from '#client/parts/status-kind.ts'
import { words as common, plainStatus } from '#client/parts/words.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { PdfPreview } from '#client/ui/pdf-preview.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import {
  approveAbstract,
  type DeskAbstract,
  declineAbstract,
  previewAbstract,
  requestAbstractChange,
} from '#shared/submissions/desk-contract.ts'
import { may } from '#shared/submissions/states.ts'
import { words } from './words.ts'

const back = (
  <Link to="/admin" search={{ view: 'pending' }}>
    {words.backToPending}
  </Link>
)

/** One abstract with its preview, its progress and the decision on it. */
export function AbstractView({ abstractId }: { abstractId: string }) {
  const query = useQuery({ ...queryOf(previewAbstract, { params: { abstractId } }), staleTime: 5 * 60_000 })
  if (query.data === undefined && query.error !== null) {
    return (
      <>
        <PageHeader title={words.details} back={back} />
        <Message kind="error">{messageOf(query.error, words.failedAbstract)}</Message>
      </>
    )
  }
  if (query.data === undefined) return <Skeleton lines={8} />
  const { abstract, details, previewUrl } = query.data
  return (
    <>
      <PageHeader
        title={abstract.title || abstract.fileName}
        eyebrow={`${words.details} · ${abstract.abstractId} · ${words.version(abstract.version)}`}
        back={back}
      />
      <AuthorsAndTopics authors={[abstract.author, ...details.coAuthors]} topics={details.topics} />
      <PdfPreview
        url={previewUrl}
        renew={async () => (await query.refetch()).data?.previewUrl ?? null}
        title={abstract.abstractId}
        openLabel={common.openInNewTab}
      />
      <Panel title={words.progress}>
        <p>
          <StatusPill kind={statusKind(abstract.status, abstract.declined)}>
            {plainStatus(abstract.status)}
          </StatusPill>{' '}
          <PaperPill abstract={abstract} />
        </p>
      </Panel>
      <Panel title={words.decision}>
        <Decision abstract={abstract} />
      </Panel>
    </>
  )
}

/** The paper's state where there is a paper (portal.md §2 "Abstract Details view"). */
function PaperPill({ abstract }: { abstract: DeskAbstract }) {
  const { paperStatus, paperReviewStatus } = abstract
  if (paperStatus === null) return null
  return (
    <StatusPill kind={paperPillKind(paperStatus, paperReviewStatus)}>
      {words.paper}: {plainStatus(paperStatus)}
    </StatusPill>
  )
}

function Decision({ abstract }: { abstract: DeskAbstract }) {
  const say = useToast()
  const client = useQueryClient()
  const { abstractId } = abstract
  const decide = async (decided: Decided) => {
    try {
      say((await send(abstractId, decided)).message)
      await client.invalidateQueries()
    } catch (error) {
      // Somebody else was faster: what is true now takes the form's place, the text stays.
      if (isTooLate(error)) await client.invalidateQueries()
      throw error
    }
  }
  const open = abstract.status === 'abstract_submitted' && may('abstract_submitted', 'accept_abstract')
  return (
    <DecisionForm
      scored={false}
      onDecide={decide}
      closed={open ? undefined : <Message kind="success">{words.thanks}</Message>}
    />
  )
}

function send(abstractId: string, { mode, text }: Decided) {
  const params = { abstractId }
  if (mode === 'approve')
    return call(approveAbstract, { params, body: text === '' ? {} : { comments: text } })
  if (mode === 'request_change') {
    return call(requestAbstractChange, { params, body: { confirmText: 'REQUEST_CHANGE', reason: text } })
  }
  return call(declineAbstract, { params, body: { confirmText: 'DECLINE', reason: text } })
}
