import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import formStyles from '#client/features/admin-assignments/admin-assignments.module.css'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { textOfFile } from '#client/parts/text-of-file.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { BIDS_LIST_MAX, readBids, removeBids, saveBids } from '#shared/assigning/bids-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

/** What reviewers would like to review: how much of it is kept, and a list to take its place. */
export function BidsPanel() {
  const kept = useQuery(queryOf(readBids))
  const [isOpen, setOpen] = useState(false)
  const [unread, setUnread] = useState<AnswerOf<typeof saveBids>>()
  const hasAny = kept.data !== undefined && kept.data.papers > 0
  return (
    <Panel
      title={words.bids}
      actions={
        kept.data !== undefined &&
        !isOpen && (
          <>
            <Button look="secondary" small onClick={() => setOpen(true)}>
              {hasAny ? words.replaceBids : words.addBids}
            </Button>
            {hasAny && <RemoveButton />}
          </>
        )
      }
    >
      {kept.error !== null && <LoadFailure reading={kept} failed={words.failed} />}
      {kept.isPending && <Skeleton lines={1} />}
      {kept.data !== undefined && <p>{hasAny ? words.bidsKept(kept.data) : words.noBids}</p>}
      {isOpen && (
        <BidsForm
          onClose={() => setOpen(false)}
          onSaved={(answer) => {
            setUnread(answer.unreadCount > 0 ? answer : undefined)
            setOpen(false)
          }}
        />
      )}
      {unread !== undefined && !isOpen && (
        <details open>
          <summary>{words.bidsUnread(unread.unreadCount)}</summary>
          <Rows label={words.bidsUnread(unread.unreadCount)}>
            {unread.unread.map(({ line, text, problem }) => (
              <Row key={line} title={words.line(line, text)} meta={<span>{problem}</span>} />
            ))}
          </Rows>
        </details>
      )}
    </Panel>
  )
}

interface FormProps {
  onClose: () => void
  onSaved: (answer: AnswerOf<typeof saveBids>) => void
}

function BidsForm({ onClose, onSaved }: FormProps) {
  const id = useId()
  const [list, setList] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useDeed({
    run: () => call(saveBids, { body: { list }, timeout: TIMEOUT_MS }),
    fallback: words.actionFailed,
    inPlace: true,
    done: ({ message }) => message,
    after: onSaved,
  })
  const take = async (file: File) => {
    if (file.size > BIDS_LIST_MAX) return setProblem(words.fileTooLarge)
    const text = await textOfFile(file)
    if (text !== null) setList(text)
    setProblem(text === null ? words.unreadableFile : undefined)
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(list.trim() === '' ? words.needBids : undefined)
        if (list.trim() !== '') save.start(undefined)
      }}
    >
      <TextArea
        id={id}
        name="bids"
        label={words.bidsList}
        hint={words.bidsHint}
        error={problem ?? save.problem}
        value={list}
        onValue={setList}
        rows={6}
      />
      <DropZone
        hint={words.fileHint}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        label={words.bidsFile}
        onFile={(file) => void take(file)}
      />
      <div className={formStyles.buttons}>
        <Button type="submit" busy={save.busy}>
          {words.saveBids}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {words.cancelForm}
        </Button>
      </div>
    </form>
  )
}

function RemoveButton() {
  const [asks, setAsks] = useState(false)
  const remove = useDeed({
    run: () => call(removeBids),
    fallback: words.actionFailed,
    done: ({ message }) => message,
    after: () => setAsks(false),
    inPlace: true,
  })
  return (
    <>
      <Button
        look="quiet"
        small
        onClick={() => {
          remove.forget()
          setAsks(true)
        }}
      >
        {words.removeBids}
      </Button>
      <ConfirmDialog
        open={asks}
        danger
        title={words.removeBidsTitle}
        confirm={words.removeBids}
        cancel={words.cancelForm}
        busy={remove.busy}
        problem={remove.problem}
        onConfirm={() => remove.start(undefined)}
        onCancel={() => setAsks(false)}
      >
        <p>{words.removeBidsText}</p>
      </ConfirmDialog>
    </>
  )
}
