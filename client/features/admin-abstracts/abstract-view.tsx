import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isGone, isTooLate } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { freshLinks } from '#client/api/fresh-links.ts'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { shows } from '#client/navigation/places.ts'
import { useBefore } from '#client/navigation/use-place.ts'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { BesidePaper } from '#client/parts/beside-paper.tsx'
import { DecisionForm, type Decided as Given } from '#client/parts/decision-form.tsx'
import { happened } from '#client/parts/happened.ts'
import { Opening } from '#client/parts/opening.tsx'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { isLost, paperPillKind, statusKind } from '#client/parts/status-kind.ts'
import { useFileRead } from '#client/parts/use-file-read.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { Timeline } from '#client/ui/timeline.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { previewAbstractMail } from '#shared/mail/desk-contract.ts'
import {
  approveAbstract,
  type DeskAbstract,
  declineAbstract,
  previewAbstract,
  reopenAbstract,
  requestAbstractChange,
} from '#shared/submissions/desk-contract.ts'
import { plainStatus, toBeConfirmed } from '#shared/submissions/status-words.ts'
import type { TimelineEntry } from '#shared/submissions/timeline.ts'
import styles from './abstract-view.module.css'
import { Decided, Withdrawn } from './decided.tsx'
import { NextAbstract } from './next-abstract.tsx'
import { words } from './words.ts'

/** One abstract beside its progress, the decision on it and its history. */
export function AbstractView({ abstractId }: { abstractId: string }) {
  const query = useQuery({
    ...queryOf(previewAbstract, { params: { abstractId } }),
    ...freshLinks,
    staleTime: 5 * 60_000,
  })
  if (query.data === undefined) {
    const back = <BackTo list="pending" />
    return <Opening title={words.details} back={back} reading={query} failed={words.failedAbstract} />
  }
  return (
    <Opened
      read={query.data}
      isGone={isGone(query.error)}
      renew={async () => (await query.refetch()).data?.previewUrl}
    />
  )
}

interface OpenedProps {
  read: AnswerOf<typeof previewAbstract>
  /** It was deleted since: nothing can be decided, and what was typed stays to be copied. */
  isGone: boolean
  renew: () => Promise<string | null | undefined>
}

function Opened({ read, isGone, renew }: OpenedProps) {
  const { abstract, details, previewUrl, timeline, canReopen } = read
  const version = useFileRead(abstract.updatedAt, isPending(abstract))
  return (
    <>
      <PageHeader
        title={abstract.title || abstract.fileName}
        eyebrow={`${words.details} · ${abstract.abstractId} · ${words.version(abstract.version)}`}
        back={<BackTo list={listOf(abstract)} />}
        actions={
          isPending(abstract) && !isGone && <StatusPill kind="changes">{words.needsDecision}</StatusPill>
        }
      />
      <AuthorsAndTopics authors={[abstract.author, ...details.coAuthors]} topics={details.topics} />
      <BesidePaper
        names={words.sides}
        title={abstract.abstractId}
        version={version}
        url={previewUrl}
        renew={renew}
        form={
          <>
            <Progress abstract={abstract} />
            <Panel title={words.decision}>
              <Decision abstract={abstract} isGone={isGone} withdrawal={withdrawalIn(timeline)} />
              {canReopen && !isGone && <ReopenButton abstract={abstract} />}
            </Panel>
            <Panel title={words.history}>
              <Timeline label={words.history} steps={happened(timeline)} />
            </Panel>
          </>
        }
      />
    </>
  )
}

type List = keyof typeof words.backTo
const lists: readonly List[] = ['pending', 'reviewed', 'all']

/** The list that an abstract stands in; one withdrawn before a decision stands in that of all alone. */
const listOf = ({ verdict, withdrawn }: DeskAbstract): List =>
  verdict !== null ? 'reviewed' : withdrawn ? 'all' : 'pending'

const isPending = ({ status }: DeskAbstract) => status === 'abstract_submitted'

/** To the list that somebody came from, or `list` where they came from elsewhere. */
function BackTo({ list }: { list: List }) {
  const before = useBefore()
  const view = lists.find(
    (one) => before !== undefined && shows(before, { to: '/admin', search: { view: one } }),
  )
  return (
    <BackLink to="/admin" search={{ view: view ?? list }}>
      {words.backTo[view ?? list]}
    </BackLink>
  )
}

/** The author's withdrawal, if the submission ended by one. */
function withdrawalIn(timeline: readonly TimelineEntry[]): TimelineEntry | undefined {
  const last = timeline.at(-1)
  return last?.kind === 'withdrawn' ? last : undefined
}

/** Where the submission is, and its paper (portal.md §2 "Abstract Details view"). */
function Progress({ abstract }: { abstract: DeskAbstract }) {
  const { status, withdrawn, paperStatus, paperReviewStatus } = abstract
  return (
    <Panel title={words.progress}>
      <p className={styles.pills}>
        <StatusPill kind={statusKind(status, isLost(abstract))}>
          {withdrawn ? words.withdrawn : plainStatus(status)}
        </StatusPill>
        {paperStatus !== null && (
          <StatusPill kind={withdrawn ? 'rejected' : paperPillKind(paperStatus, paperReviewStatus)}>
            {words.paper}: {withdrawn ? words.withdrawn : plainStatus(paperStatus)}
          </StatusPill>
        )}
        {paperStatus === 'reviewer_declined' && toBeConfirmed}
      </p>
    </Panel>
  )
}

function Decision({
  abstract,
  isGone,
  withdrawal,
}: {
  abstract: DeskAbstract
  isGone: boolean
  withdrawal: TimelineEntry | undefined
}) {
  const say = useToast()
  const client = useQueryClient()
  const [done, setDone] = useState(false)
  const { abstractId } = abstract
  const decide = async (decided: Given) => {
    try {
      say((await send(abstractId, decided)).message)
      setDone(true)
      await client.invalidateQueries()
    } catch (error) {
      // Somebody else was faster: what is true now takes the form's place, the text stays.
      if (isTooLate(error)) await client.invalidateQueries()
      throw error
    }
  }
  const closed = (
    <>
      {done && (
        <>
          <Message kind="success">{words.thanks}</Message>
          <NextAbstract after={abstractId} />
        </>
      )}
      {withdrawal === undefined ? <Decided abstract={abstract} /> : <Withdrawn by={withdrawal} />}
    </>
  )
  return (
    <DecisionForm
      scored={false}
      read={abstract.updatedAt}
      onDecide={decide}
      readMail={(body) => call(previewAbstractMail, { params: { abstractId }, body })}
      closed={isGone ? <Message>{words.gone}</Message> : isPending(abstract) ? undefined : closed}
    />
  )
}

/** Takes the decision back, with a reason; the author is told. */
function ReopenButton({ abstract: { abstractId, updatedAt } }: { abstract: DeskAbstract }) {
  return (
    <ReasonButton
      offered
      label={words.reopen}
      title={words.reopenTitle}
      text={words.reopenText}
      reasonLabel={words.reopenReason}
      read={updatedAt}
      run={(reason, read) =>
        call(reopenAbstract, { params: { abstractId }, body: { reason, updatedAt: read } })
      }
    />
  )
}

function send(abstractId: string, { mode, text, updatedAt }: Given) {
  const params = { abstractId }
  if (mode === 'approve')
    return call(approveAbstract, { params, body: { updatedAt, ...(text !== '' && { comments: text }) } })
  if (mode === 'request_change') {
    return call(requestAbstractChange, {
      params,
      body: { confirmText: 'REQUEST_CHANGE', reason: text, updatedAt },
    })
  }
  return call(declineAbstract, { params, body: { confirmText: 'DECLINE', reason: text, updatedAt } })
}
