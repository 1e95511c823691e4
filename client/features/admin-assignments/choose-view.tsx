import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { isFinished } from '#client/parts/is-finished.ts'
import { MomentField } from '#client/parts/moment-field.tsx'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import styles from './admin-assignments.module.css'
import { ChooseReviewers } from './choose-reviewers.tsx'
import { PlanView } from './plan-view.tsx'
import { words } from './words.ts'

/** As many papers are named by their titles; of more the ids are enough. */
const NAMED = 10

const back = <BackLink to="/admin/papers">{words.backToPapers}</BackLink>

/** Gives some papers to some reviewers, each paper to each of them. */
export function ChooseView({ paperIds }: { paperIds: readonly string[] }) {
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dueAt, setDueAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [seen, setSeen] = useState(false)
  const [reason, setReason] = useState('')
  const [applied, setApplied] = useState(false)
  useAskBeforeLosing(!applied && (chosen.size > 0 || dueAt !== ''))
  if (paperIds.length === 0) {
    return (
      <>
        <PageHeader title={words.choose} back={back} />
        <EmptyState title={words.noPapers}>{words.noPapersHint}</EmptyState>
      </>
    )
  }
  if (seen) {
    const pairs = paperIds.flatMap((paperId) =>
      [...chosen].map((reviewerId) => ({ paperId, reviewerId, ...(dueAt && { dueAt }) })),
    )
    return (
      <PlanView
        pairs={pairs}
        unread={[]}
        source="by_hand"
        reason={reason}
        onReason={setReason}
        onChange={() => setSeen(false)}
        onApplied={() => setApplied(true)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={words.choose}
        eyebrow={words.papers(paperIds.length)}
        lead={words.everyone}
        back={back}
      />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(chosen.size === 0 ? words.needReviewers : undefined)
          setSeen(isFinished(dueAt, id) && chosen.size > 0)
        }}
      >
        <ChosenPapers paperIds={paperIds} />
        {problem && <Message kind="error">{problem}</Message>}
        <ChooseReviewers
          legend={words.chosen(chosen.size)}
          chosen={chosen}
          onChoose={(reviewerId, isChosen) => {
            const next = new Set(chosen)
            if (isChosen) next.add(reviewerId)
            else next.delete(reviewerId)
            setChosen(next)
          }}
        />
        <MomentField
          id={id}
          name="dueAt"
          label={words.dueAt}
          hint={words.dueHint}
          value={dueAt}
          onValue={setDueAt}
        />
        <Button type="submit">{words.preview}</Button>
      </form>
    </>
  )
}

/** The papers by id; the first ones with their titles, as soon as they are read. */
function ChosenPapers({ paperIds }: { paperIds: readonly string[] }) {
  const named = useQueries({
    queries: paperIds.slice(0, NAMED).map((q) => queryOf(listPapers, { query: { q, limit: 1 } })),
  })
  const titles = new Map(
    named.flatMap(({ data }) => data?.items ?? []).map(({ paperId, title }) => [paperId, title]),
  )
  return (
    <ul className={styles.ids}>
      {paperIds.slice(0, NAMED).map((paperId) => (
        <li key={paperId}>
          {paperId} {titles.get(paperId)}
        </li>
      ))}
      {paperIds.length > NAMED && <li>{paperIds.slice(NAMED).join(', ')}</li>}
    </ul>
  )
}
