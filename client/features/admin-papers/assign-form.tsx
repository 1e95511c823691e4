import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useCommands } from '#client/parts/commands/commands.ts'
import { words as commandWords } from '#client/parts/commands/words.ts'
import { isFinished } from '#client/parts/is-finished.ts'
import { MomentField } from '#client/parts/moment-field.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { assignReviewer, listReviewers } from '#shared/reviewing/desk-contract.ts'
import styles from './assignments-panel.module.css'
import { words } from './paper-words.ts'

/** Whom a paper may be assigned to: the first of them, or of those who are searched for. */
export const reviewersFor = (paperId: string, q = '') =>
  queryOf(listReviewers, { query: { paperId, ...(q && { q }) } })

type Reviewer = AnswerOf<typeof listReviewers>['items'][number]

/** Assigns one more reviewer, with a due date; conflicts and limits are said, and lifted with a reason. */
export function AssignForm({ paperId }: { paperId: string }) {
  const id = useId()
  const [q, setQ] = useState('')
  const query = useQuery({ ...reviewersFor(paperId, q.trim()), placeholderData: keepPreviousData })
  const found = query.data
  const [kept, setChosen] = useState<Reviewer>()
  const reviewers = found?.items ?? []
  // As it is now, and still there where somebody else is searched for.
  const chosen = reviewers.find(({ id }) => id === kept?.id) ?? kept
  const [overrideReason, setOverrideReason] = useState('')
  const [dueAt, setDueAt] = useState('')
  const [missing, setMissing] = useState(false)
  const isBarred = chosen?.conflict != null && chosen.conflict.weight !== 'warns'
  const assign = useDeed({
    run: (reviewerId: string) => {
      const body = { reviewerId, ...(dueAt && { dueAt }), ...(overrideReason && { overrideReason }) }
      return call(assignReviewer, { params: { paperId }, body })
    },
    fallback: common.actionFailed,
    done: (answer) => answer.message,
    after: () => {
      setChosen(undefined)
      setQ('')
      setOverrideReason('')
    },
  })
  useCommands([
    { label: words.assign, group: commandWords.page, run: () => document.getElementById(id)?.focus() },
  ])
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(chosen === undefined)
        if (isFinished(dueAt, `${id}-due`) && chosen !== undefined) assign.start(chosen.id)
      }}
    >
      <h3>{words.assign}</h3>
      {(q !== '' || (found && found.count > reviewers.length)) && (
        <TextField
          id={`${id}-q`}
          name="q"
          label={words.searchReviewers}
          hint={found && words.someOf(reviewers.length, found.count)}
          error={query.error ? words.searchFailed : undefined}
          value={q}
          onValue={setQ}
          input={{ type: 'search', maxLength: 200, onKeyDown: staysInSearch }}
        />
      )}
      <SelectField
        id={id}
        name="reviewerId"
        label={words.choose}
        error={missing ? words.chooseFirst : undefined}
        value={chosen?.id ?? ''}
        options={[
          { value: '', label: words.chooseOne },
          ...(chosen && !reviewers.includes(chosen) ? [chosen] : []).concat(reviewers).map(optionOf),
        ]}
        onValue={(id) => setChosen(reviewers.find((one) => one.id === id))}
      />
      {chosen?.conflict && <Message kind={isBarred ? 'error' : 'info'}>{chosen.conflict.reason}</Message>}
      {chosen && !isBarred && isFull(chosen) && <Message>{words.isFull(chosen.name)}</Message>}
      {chosen && (isBarred ? chosen.conflict?.weight === 'takes_reason' : isFull(chosen)) && (
        <TextField
          id={`${id}-override`}
          name="overrideReason"
          label={words.overrideReason}
          value={overrideReason}
          onValue={setOverrideReason}
        />
      )}
      <MomentField
        id={`${id}-due`}
        name="dueAt"
        label={words.dueAt}
        hint={words.dueHint}
        value={dueAt}
        onValue={setDueAt}
      />
      <Button type="submit" busy={assign.busy}>
        {words.assignButton}
      </Button>
    </form>
  )
}

/** Enter, which looks for something elsewhere, does not assign who was chosen before. */
function staysInSearch(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

const optionOf = (one: Reviewer) => ({
  value: one.id,
  label: [
    one.name,
    words.load(one.assigned, one.limit),
    isFull(one) && words.full,
    one.conflict && words.conflicts[one.conflict.weight],
  ]
    .filter(Boolean)
    .join(' · '),
})

function isFull({ assigned, limit }: { assigned: number; limit: number | null }): boolean {
  return limit !== null && assigned >= limit
}
