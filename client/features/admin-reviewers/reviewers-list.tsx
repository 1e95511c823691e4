import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { loadable } from '#client/navigation/loadable.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import type { Chosen } from '#client/parts/many/record.ts'
import { useSelection } from '#client/parts/selection/use-selection.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import type { DeskReviewer } from '#shared/reviewing/desk-contract.ts'
import { listReviewers } from './calls.ts'
import { ExperiencePill, useMark } from './experience.tsx'
import { LimitButton, LimitPill } from './limit-button.tsx'
import { Reminders } from './reminders.tsx'
import { words } from './words.ts'

/** Loaded after the list, which shows without it. */
const exportButton = loadable(() => import('#client/parts/exporting/export-button.tsx'), 'ExportButton')

/** The orders that the list has, its own first. */
const sorts = ['registered', 'name', 'load'] as const

/** Reviewers with their load; those chosen can be reminded of what is overdue. */
export function ReviewersList() {
  const search = deskQuery(useSearch('/admin/reviewers'), sorts, words.filters)
  const list = useInfiniteQuery(pagesOf(listReviewers, search))
  const selection = useSelection(list, { id: ({ id }) => id, name: ({ name }) => name, within: search })
  const [asked, setAsked] = useState<readonly Chosen[]>()
  const remind = () => setAsked(selection.chosen.map(({ id, name }) => ({ id, name })))
  const marking = useMark()
  const mark = (experienced: boolean) =>
    marking.start({ reviewerIds: selection.chosen.map(({ id }) => id), experienced })
  useCommands(
    selection.chosen.length === 0
      ? []
      : [
          { label: words.remindSelected, group: commandWords.page, run: remind },
          { label: words.markSelected, group: commandWords.page, run: () => mark(true) },
          { label: words.unmarkSelected, group: commandWords.page, run: () => mark(false) },
        ],
  )
  return (
    <DeskList
      words={words}
      sorts={sorts}
      tools={
        <>
          <Loaded of={exportButton} props={{ tables: ['reviewers'], filter: search }} />
          <Link className={buttonClass('secondary')} to="/admin/reviewers" search={{ view: 'invitations' }}>
            {words.invitations}
          </Link>
          <Link className={buttonClass('primary')} to="/admin/reviewers" search={{ view: 'invite' }}>
            {words.invite}
          </Link>
        </>
      }
      above={<Reminders asked={asked} onClose={() => setAsked(undefined)} />}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/reviewers', search: next })}
      query={list}
      render={(reviewer) => <ReviewerEntry key={reviewer.id} reviewer={reviewer} />}
      selection={selection}
      actions={
        <>
          <Button small onClick={remind}>
            {words.remind}
          </Button>
          <Button look="secondary" small busy={marking.busy} onClick={() => mark(true)}>
            {words.mark}
          </Button>
          <Button look="secondary" small busy={marking.busy} onClick={() => mark(false)}>
            {words.unmark}
          </Button>
        </>
      }
    />
  )
}

function ReviewerEntry({ reviewer }: { reviewer: DeskReviewer }) {
  return (
    <Entry
      name={
        <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: reviewer.id }}>
          {reviewer.name}
        </Link>
      }
      facts={[reviewer.email, reviewer.organization, reviewer.topics.join(', ')]}
      side={
        <>
          <span>
            {words.load(reviewer.assigned, reviewer.limit)} · {words.done(reviewer.done)}
          </span>
          <ExperiencePill reviewer={reviewer} />
          <LimitPill reviewer={reviewer} />
          {reviewer.overdue > 0 && <StatusPill kind="rejected">{words.overdue(reviewer.overdue)}</StatusPill>}
          <LimitButton reviewer={reviewer} />
        </>
      }
    />
  )
}
