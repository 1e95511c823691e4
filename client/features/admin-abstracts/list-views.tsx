import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '#client/api/pages-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { loadable } from '#client/navigation/loadable.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { ExportButton } from '#client/parts/exporting/export-button.tsx'
import { useSelection } from '#client/parts/selection/use-selection.ts'
import { isLost, statusKind, verdictCounts, verdictKind } from '#client/parts/status-kind.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import type { DeskAbstract } from '#shared/submissions/desk-contract.ts'
import { plainStatus } from '#shared/submissions/status-words.ts'
import type { AskedDecision } from './bulk-decision.tsx'
import { bulkVerdicts } from './bulk-verdicts.ts'
import { listAbstracts, listPendingAbstracts, listReviewedAbstracts } from './calls.ts'
import { ShareAddress } from './share-address.tsx'
import { words } from './words.ts'

/** The dashboard, which comes with the lists, needs none of it. */
const bulkDecision = loadable(() => import('./bulk-decision.tsx'), 'BulkDecision')

/** The orders that the lists have, their own first. */
const pendingSorts = ['newest', 'changed', 'id', 'title'] as const
const allSorts = ['newest', 'changed', 'id', 'title', 'status'] as const
const reviewedSorts = ['decided', 'newest', 'changed', 'id', 'title', 'status'] as const

const back = <BackLink to="/admin">{common.back}</BackLink>

/** Abstracts that wait for a decision. */
export function PendingView() {
  const search = deskQuery(useSearch('/admin'), pendingSorts)
  const list = useInfiniteQuery(pagesOf(listPendingAbstracts, search))
  const selection = useSelection(list, {
    id: ({ abstractId }) => abstractId,
    name: ({ abstractId, title, fileName }) => `${abstractId} ${title || fileName}`,
    within: search,
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
    <DeskList
      words={words.pendingList}
      back={back}
      above={<Loaded of={bulkDecision} props={{ asked, onClose: () => setAsked(undefined) }} />}
      sorts={pendingSorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin', search: { view: 'pending', ...next } })}
      query={list}
      selection={selection}
      actions={verdicts.map(({ mode, label, look, run }) => (
        <Button key={mode} small look={look} onClick={run}>
          {label}
        </Button>
      ))}
      render={(item) => <SubmittedEntry key={item.abstractId} item={item} />}
    />
  )
}

/** Abstracts with a decision, counted by verdict. */
export function ReviewedView() {
  const search = deskQuery(useSearch('/admin'), reviewedSorts)
  const list = useInfiniteQuery(pagesOf(listReviewedAbstracts, search))
  const counts = list.data?.counts
  return (
    <DeskList
      words={words.reviewedList}
      back={back}
      lead={counts && verdictCounts(counts)}
      sorts={reviewedSorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin', search: { view: 'reviewed', ...next } })}
      query={list}
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
  )
}

/** Every abstract, those that were withdrawn before any decision too. */
export function AllView() {
  const search = deskQuery(useSearch('/admin'), allSorts)
  const list = useInfiniteQuery(pagesOf(listAbstracts, search))
  return (
    <DeskList
      words={words.allList}
      back={back}
      tools={<ExportButton tables={['abstracts']} filter={search} />}
      emptyAction={<ShareAddress />}
      sorts={allSorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin', search: { view: 'all', ...next } })}
      query={list}
      render={(item) => <SubmittedEntry key={item.abstractId} item={item} />}
    />
  )
}

/** An abstract by when it came and where it is. */
function SubmittedEntry({ item }: { item: DeskAbstract }) {
  return (
    <Entry
      name={<AbstractLink item={item} />}
      facts={[
        item.abstractId,
        item.author.name,
        <>
          {common.submitted} <TimeText at={item.submittedAt} />
        </>,
      ]}
      side={
        <StatusPill kind={statusKind(item.status, isLost(item))}>
          {item.withdrawn ? words.withdrawn : plainStatus(item.status)}
        </StatusPill>
      }
    />
  )
}

/** A non-empty change-request reason makes it a request for changes (portal.md §4). */
function VerdictPill({ item }: { item: DeskAbstract }) {
  const verdict = item.requestChangeReason ? 'request_change' : (item.verdict ?? 'approved')
  return <StatusPill kind={verdictKind[verdict]}>{ownVerdictLabels[verdict]}</StatusPill>
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
