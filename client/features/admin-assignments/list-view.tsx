import { useId, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { isFinished } from '#client/parts/is-finished.ts'
import { UNFINISHED } from '#client/parts/moment.ts'
import { MomentField } from '#client/parts/moment-field.tsx'
import { textOfFile } from '#client/parts/text-of-file.ts'
import { Button } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { LIST_MAX, readAssignmentList } from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import styles from './admin-assignments.module.css'
import { PlanView } from './plan-view.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

type Read = AnswerOf<typeof readAssignmentList>

/** Still with the list, where what was typed and read is kept. */
const isWithin = ({ pathname, searchParams }: URL) =>
  pathname === '/admin/assignments' && searchParams.get('view') === 'list'

const goTo = (step: 'plan' | undefined) =>
  navigate({ to: '/admin/assignments', search: { view: 'list', ...(step && { step }) } })

/**
 * Assigns from a pasted list or a CSV file: read first, then seen, then applied. The second step has its address, so that Back
 * leads to the list as it was typed.
 */
export function ListView() {
  const [list, setList] = useState('')
  const [dueAt, setDueAt] = useState('')
  const [read, setRead] = useState<Read>()
  const [reason, setReason] = useState('')
  /** The papers that were meant by mistyped ids, by line. */
  const [meant, setMeant] = useState<ReadonlyMap<number, string>>(new Map())
  const { step } = useSearch('/admin/assignments')
  const [applied, setApplied] = useState(false)
  useAskBeforeLeaving(list.trim() === '' || applied ? undefined : words.leaveUnapplied, undefined, isWithin)
  // Forward in the browser leads past no half-typed date either.
  if (read === undefined || step !== 'plan' || dueAt === UNFINISHED) {
    return (
      <Enter
        {...{ dueAt, setDueAt, list }}
        setList={(given) => {
          setList(given)
          // What was read is another list now.
          setRead(undefined)
          setApplied(false)
        }}
        canGoOn={read !== undefined && !applied}
        onGoOn={() => goTo('plan')}
        onRead={(answer) => {
          setRead(answer)
          setMeant(new Map())
          goTo('plan')
        }}
      />
    )
  }
  const rows = read.rows.map((row) => {
    const paperId = row.paperId ?? meant.get(row.line) ?? null
    return { ...row, paperId, problem: meant.has(row.line) ? null : row.problem }
  })
  const named = rows.flatMap(({ line, paperId, reviewerId, problem, duePassed, dueGeneral, ...said }) => {
    if (paperId === null || reviewerId === null || problem !== null) return []
    const [due, overrideReason] = [said.dueAt ?? dueAt, said.overrideReason]
    const pair = {
      paperId,
      reviewerId,
      ...(due ? { dueAt: due } : dueGeneral && { dueAt: null }),
      ...(overrideReason && { overrideReason }),
    }
    return [{ from: { line, duePassed }, pair }]
  })
  const unread = rows.flatMap(({ line, text, problem, likely, reviewerId }) =>
    problem === null ? [] : [{ line, text, problem, likely: reviewerId === null ? [] : likely }],
  )
  return (
    <PlanView
      pairs={named.map(({ pair }) => pair)}
      from={named.map(({ from }) => from)}
      unread={unread}
      note={read.heading && words.heading(read.heading.line, read.heading.text)}
      source="list"
      reason={reason}
      onReason={setReason}
      onMeant={(line, paperId) => setMeant(new Map([...meant, [line, paperId]]))}
      onChange={() => goTo(undefined)}
      onApplied={() => setApplied(true)}
    />
  )
}

interface EnterProps {
  list: string
  setList: (list: string) => void
  dueAt: string
  setDueAt: (dueAt: string) => void
  /** The list was read, and nothing of it changed since. */
  canGoOn: boolean
  onGoOn: () => void
  onRead: (read: Read) => void
}

function Enter({ list, setList, dueAt, setDueAt, canGoOn, onGoOn, onRead }: EnterProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setProblem(list.trim() === '' ? words.needList : undefined)
    if (!isFinished(dueAt, `${id}-due`) || list.trim() === '' || busy) return
    setBusy(true)
    try {
      const answer = await call(readAssignmentList, { body: { list }, timeout: TIMEOUT_MS })
      if (answer.rows.length === 0) setProblem(words.nothingRead)
      else onRead(answer)
    } catch (error) {
      setProblem(messageOf(error, words.actionFailed))
    } finally {
      setBusy(false)
    }
  }
  const take = async (file: File) => {
    // A character is at most four bytes.
    if (file.size > LIST_MAX * 4) return setProblem(words.fileTooLarge)
    const text = await textOfFile(file)
    if (text !== null) setList(text)
    setProblem(text === null ? words.unreadableFile : undefined)
  }
  return (
    <>
      <PageHeader title={words.fromList} back={<BackLink to="/admin/assignments">{words.back}</BackLink>} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <TextArea
          id={id}
          name="list"
          label={words.list}
          hint={words.listHint}
          error={problem}
          value={list}
          onValue={setList}
          rows={10}
        />
        <p>{words.or}</p>
        <DropZone
          hint={words.fileHint}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          label={words.file}
          onFile={(file) => void take(file)}
        />
        <MomentField
          id={`${id}-due`}
          name="dueAt"
          label={words.dueAt}
          hint={words.listDueHint}
          value={dueAt}
          onValue={setDueAt}
        />
        <Button type="submit" busy={busy}>
          {words.check}
        </Button>
        {canGoOn && (
          <Button look="secondary" onClick={() => isFinished(dueAt, `${id}-due`) && onGoOn()}>
            {words.goOn}
          </Button>
        )}
      </form>
    </>
  )
}
