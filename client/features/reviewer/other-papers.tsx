import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import type { AssignedPaper } from '#shared/reviewing/contract.ts'
import { listAssigned } from './calls.ts'
import { neighboursOf } from './neighbours.ts'
import { byUrgency } from './step.ts'
import { words } from './words.ts'

const open = ({ paperId }: AssignedPaper) => navigate({ to: '/reviewer', search: { view: 'paper', paperId } })

/** Keys that lead from a paper to those beside it among the assigned ones. */
export function OtherPapersKeys({ paperId }: { paperId: string }) {
  const { next, previous } = neighboursOf(useQuery(queryOf(listAssigned)).data?.items ?? [], paperId)
  const group = commandWords.page
  useCommands([
    ...(next ? [{ keys: 'j', label: words.nextPaper, group, run: () => open(next) }] : []),
    ...(previous ? [{ keys: 'k', label: words.previousPaper, group, run: () => open(previous) }] : []),
  ])
  return null
}

/** After a review: the one that is due next, where another paper waits and its review is still taken. */
export function NextPaper({ paperId }: { paperId: string }) {
  const items = useQuery(queryOf(listAssigned)).data?.items ?? []
  const [next] = byUrgency(items.filter((one) => one.paperId !== paperId && one.missedDeadline === null))
  if (next === undefined) return null
  return (
    <p>
      {words.nextPaper}:{' '}
      <Link to="/reviewer" search={{ view: 'paper', paperId: next.paperId }}>
        {next.name}
      </Link>
      {next.dueAt && (
        <>
          {' '}
          ({words.dueNext} <Deadline at={next.dueAt} />)
        </>
      )}
    </p>
  )
}
