import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { statistics } from '#shared/statistics/contract.ts'
import { Flow, Money, Reviewers, Scores, Stages } from './bars.tsx'
import { OverTime } from './over-time.tsx'
import { words } from './words.ts'

/** The conference in plots a person looks at, each with its numbers. */
export function AdminStatisticsScreen() {
  const query = useQuery(queryOf(statistics))
  const numbers = query.data
  return (
    <>
      <PageHeader title={words.title} lead={numbers && words.lead(numbers.timeZone)} />
      {query.error !== null && <LoadFailure reading={query} failed={words.failed} />}
      {query.isPending && <Skeleton lines={8} />}
      {numbers?.days.length === 0 && <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
      {numbers !== undefined && numbers.days.length > 0 && (
        <>
          <OverTime numbers={numbers} />
          <Flow numbers={numbers} />
          <Stages numbers={numbers} />
          <Scores numbers={numbers} />
          <Reviewers numbers={numbers} />
          <Money numbers={numbers} />
        </>
      )}
    </>
  )
}
