import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { readBids } from '#shared/assigning/bids-contract.ts'
import { listProposals, type ProposalEntry } from '#shared/assigning/proposals-contract.ts'
import { BidsPanel } from './bids-panel.tsx'
import { experiencedCount, OptionsForm } from './options-form.tsx'
import { evenLoad } from './use-even-load.ts'
import { words } from './words.ts'

const POLL_MS = 2000

/** Asking for a proposal, and those made so far. */
export function ProposeView() {
  const list = useQuery({
    ...queryOf(listProposals),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'running') ? POLL_MS : false,
  })
  const isFirst = list.data === undefined
  useReadAlong(evenLoad(''), isFirst)
  useReadAlong(experiencedCount, isFirst)
  useReadAlong(queryOf(readBids), isFirst)
  return (
    <>
      <PageHeader
        title={words.propose}
        lead={words.proposeLead}
        back={<BackLink to="/admin/assignments">{words.back}</BackLink>}
      />
      {list.error !== null && <LoadFailure reading={list} failed={words.failed} />}
      {list.isPending && <Skeleton lines={6} />}
      {list.data !== undefined && (
        <>
          <OptionsForm last={list.data.items.find(({ state }) => state !== 'failed')?.wish} />
          <BidsPanel />
          <Panel title={words.earlier}>
            {list.data.items.length === 0 ? (
              <EmptyState title={words.noneYet}>{words.noneYetHint}</EmptyState>
            ) : (
              <Entries>
                {list.data.items.map((one) => (
                  <ProposalLine key={one.id} one={one} />
                ))}
              </Entries>
            )}
          </Panel>
        </>
      )}
    </>
  )
}

const pills = { running: 'waiting', done: 'accepted', failed: 'rejected', cancelled: 'waiting' } as const

function ProposalLine({ one }: { one: ProposalEntry }) {
  return (
    <Entry
      name={
        <Link to="/admin/assignments" search={{ view: 'proposal', proposalId: one.id }}>
          {words.objectives[one.wish.objective]}
        </Link>
      }
      facts={[
        <TimeText key="at" at={one.madeAt} />,
        words.by(one.madeBy),
        words.asked(one),
        one.outcome && words.outcome(one.outcome),
        one.standing !== null && one.standing.of > 0 && words.standing(one.standing),
      ]}
      side={<StatusPill kind={pills[one.state]}>{words.states[one.state]}</StatusPill>}
    />
  )
}
