import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { useSelection } from '#client/parts/selection/use-selection.ts'
import { statusKind, verdictCounts, verdictKind, verdictLabel } from '#client/parts/status-kind.ts'
import { words as common, plainStatus } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import {
  type DeskAbstract,
  listPendingAbstracts,
  listReviewedAbstracts,
} from '#shared/submissions/desk-contract.ts'
import { type AskedDecision, BulkDecision, bulkVerdicts } from './bulk-decision.tsx'
import { words } from './words.ts'

const back = <Link to="/admin">{common.back}</Link>

/** Abstracts that wait for a decision. */
export function PendingView() {
  const list = useInfiniteQuery(pagesOf(listPendingAbstracts, {}))
  const selection = useSelection(list, {
    id: ({ abstractId }) => abstractId,
    name: ({ abstractId, title, fileName }) => `${abstractId} ${title || fileName}`,
  })
  const [asked, setAsked] = useState<AskedDecision>()
  const verdicts = bulkVerdicts.map((verdict) => ({
    ...verdict,
    run: () => setAsked({ mode: verdict.mode, items: selection.chosen.map(chosenOf) }),
  }))
  useCommands(
    selection.chosen.length === 0
      ? []
      : verdicts.map(({ label, run }) => ({
          label: words.bulkCommand(label),
          group: commandWords.page,
          run,
        })),
  )
  return (
    <>
      <PageHeader title={words.pending} back={back} />
      <BulkDecision asked={asked} onClose={() => setAsked(undefined)} />
      <Listing
        query={list}
        selection={selection}
        actions={verdicts.map(({ mode, label, look, run }) => (
          <Button key={mode} small look={look} onClick={run}>
            {label}
          </Button>
        ))}
        failed={words.failedPending}
        empty={<EmptyState title={words.noPending} />}
        render={(item) => (
          <Entry
            key={item.abstractId}
            name={<AbstractLink item={item} />}
            facts={[
              item.abstractId,
              item.author.name,
              <>
                {common.submitted} <TimeText at={item.submittedAt} />
              </>,
            ]}
            side={<StatusPill kind={statusKind(item.status)}>{plainStatus(item.status)}</StatusPill>}
          />
        )}
      />
    </>
  )
}

/** Abstracts with a decision, counted by verdict. */
export function ReviewedView() {
  const list = useInfiniteQuery(pagesOf(listReviewedAbstracts, {}))
  const counts = list.data?.counts
  return (
    <>
      <PageHeader title={words.reviewed} back={back} lead={counts && verdictCounts(counts)} />
      <Listing
        query={list}
        failed={words.failedReviewed}
        empty={<EmptyState title={words.noReviewed} />}
        render={(item) => (
          <Entry
            key={item.abstractId}
            name={<AbstractLink item={item} />}
            facts={[
              item.abstractId,
              item.author.name,
              <>
                {common.decided} <TimeText at={item.decidedAt} />
              </>,
            ]}
            side={<VerdictPill item={item} />}
          />
        )}
      />
    </>
  )
}

/** A non-empty change-request reason makes it a request for changes (portal.md §4). */
function VerdictPill({ item }: { item: DeskAbstract }) {
  const verdict = item.requestChangeReason ? 'request_change' : (item.verdict ?? 'approved')
  return <StatusPill kind={verdictKind[verdict]}>{verdictLabel[verdict]}</StatusPill>
}

const chosenOf = ({ abstractId, title, fileName, updatedAt }: DeskAbstract) => ({
  id: abstractId,
  name: `${abstractId} · ${title || fileName}`,
  updatedAt,
})

function AbstractLink({ item }: { item: DeskAbstract }) {
  return (
    <Link to="/admin" search={{ view: 'abstract', abstractId: item.abstractId }}>
      {item.title || item.fileName || item.abstractId}
    </Link>
  )
}
