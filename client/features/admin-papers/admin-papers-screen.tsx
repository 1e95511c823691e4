import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { ExportButton } from '#client/parts/exporting/export-button.tsx'
import { useSelection } from '#client/parts/selection/use-selection.ts'
import { statusKind } from '#client/parts/status-kind.ts'
import { words as common } from '#client/parts/words.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { DeskPaper } from '#shared/reviewing/desk-contract.ts'
import { deskEnding } from '#shared/submissions/status-words.ts'
import { listPapers } from './calls.ts'
import { words } from './words.ts'

/** Loaded when one is opened: the list needs none of it. */
const paperDeskView = loadable(() => import('./paper-desk-view.tsx'), 'PaperDeskView')

const ahead = [() => loadAhead(paperDeskView)]

/** The orders that the list has, its own first. */
const sorts = ['changed', 'newest', 'id', 'title', 'status'] as const

/** The papers desk: the list, or one paper. */
export function AdminPapersScreen() {
  const { view, paperId } = useSearch('/admin/papers')
  useWhenIdle(ahead)
  if (view === 'paper' && paperId !== undefined)
    return <Loaded of={paperDeskView} props={{ paperId }} meanwhile={<Skeleton lines={8} />} key={paperId} />
  return <PapersList />
}

function PapersList() {
  const search = deskQuery(asCalledNow(useSearch('/admin/papers')), sorts, words.filters)
  const list = useInfiniteQuery(pagesOf(listPapers, search))
  const selection = useSelection(list, {
    id: ({ paperId }) => paperId,
    name: ({ paperId, title, fileName }) => `${paperId} ${title || fileName}`,
    within: search,
  })
  const papers = selection.chosen.map(({ paperId }) => paperId).join(' ')
  const assign = { to: '/admin/assignments', search: { view: 'choose', papers } } as const
  useCommands(
    papers === ''
      ? []
      : [{ label: words.assignSelected, group: commandWords.page, run: () => navigate(assign) }],
  )
  return (
    <DeskList
      words={words}
      sorts={sorts}
      tools={<ExportButton tables={['papers', 'reviews', 'assignments']} filter={search} />}
      emptyAction={
        <Link to="/admin" search={{ view: 'pending' }}>
          {words.toAbstracts}
        </Link>
      }
      search={search}
      onSearch={(next) => navigate({ to: '/admin/papers', search: next })}
      query={list}
      render={(paper) => <PaperEntry key={paper.paperId} paper={paper} />}
      selection={selection}
      actions={
        <Link className={buttonClass()} {...assign}>
          {words.assignChosen}
        </Link>
      }
    />
  )
}

/** An address that was kept from when the filter held every paper that ended means what it is called on the screen. */
const asCalledNow = <Search extends { status?: string }>(search: Search): Search =>
  search.status === 'complete' ? { ...search, status: 'paid' } : search

function PaperEntry({ paper }: { paper: DeskPaper }) {
  return (
    <Entry
      name={
        <Link to="/admin/papers" search={{ view: 'paper', paperId: paper.paperId }}>
          {paper.title || paper.fileName}
        </Link>
      }
      facts={[
        paper.paperId,
        paper.author.name,
        words.assigned(paper.assigned),
        words.reviews(paper.reviewsIn, paper.reviewsNeeded),
        <>
          {common.updated} <TimeText at={paper.updatedAt} />
        </>,
      ]}
      side={
        <>
          <StatusPill kind={statusKind(paper.status, paper.declined || paper.withdrawn)}>
            {deskEnding(paper)}
          </StatusPill>
          {paper.decisionNeeded && <StatusPill kind="changes">{words.decisionNeeded}</StatusPill>}
          {paper.lateConflicts.length > 0 && (
            <StatusPill kind="rejected">{words.filters.late_conflict}</StatusPill>
          )}
          {paper.withheld && <StatusPill kind="rejected">{words.filters.withheld}</StatusPill>}
        </>
      }
    >
      {paper.lateConflicts.map(({ reviewer, reason }) => (
        <p key={reviewer.id}>
          {words.lateConflictOf(reviewer.name)} {reason}
        </p>
      ))}
    </Entry>
  )
}
