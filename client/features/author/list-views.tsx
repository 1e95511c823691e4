import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Listing } from '#client/parts/listing.tsx'
import type { Reading } from '#client/parts/load-failure.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { listCompleted, listOngoing } from './calls.ts'
import { Celebration } from './celebration.tsx'
import { SentDialog } from './sent-dialog.tsx'
import { SubmissionCard } from './submission-card.tsx'
import { words } from './words.ts'

const backHome = <BackLink to="/author">{words.backHome}</BackLink>

/** Submissions still on their way. */
export function OngoingView() {
  const list = useQuery(queryOf(listOngoing))
  return (
    <>
      <PageHeader title={words.ongoing} back={backHome} />
      <List
        query={list}
        loading={words.loadingOngoing}
        empty={
          <EmptyState
            title={words.noOngoing}
            action={
              <Link className={buttonClass('primary')} to="/author" search={{ view: 'upload-abstract' }}>
                {words.submitAbstract}
              </Link>
            }
          >
            {words.noOngoingHint}
          </EmptyState>
        }
      />
      <SentDialog />
    </>
  )
}

/** Submissions that ended, one way or the other. */
export function CompletedView() {
  const list = useQuery(queryOf(listCompleted))
  return (
    <>
      <PageHeader title={words.completed} back={backHome} />
      <List
        query={list}
        loading={words.loadingCompleted}
        empty={<EmptyState title={words.noCompleted}>{words.noCompletedHint}</EmptyState>}
      />
      <Celebration items={list.data?.abstracts ?? []} />
    </>
  )
}

/** A list of the author's submissions as every list is shown. */
function List({
  query,
  loading,
  empty,
}: {
  query: Reading & { data: { abstracts: readonly AbstractItem[] } | undefined }
  loading: string
  empty: ReactNode
}) {
  const { data, error, isFetching, refetch } = query
  return (
    <Listing
      query={{ data: data && { items: data.abstracts }, error, isFetching, refetch }}
      failed={words.failedLoad}
      loading={loading}
      empty={empty}
      render={(item) => <SubmissionCard item={item} key={item.abstractId} />}
    />
  )
}
