import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { changeUser } from './calls.ts'
import { words } from './words.ts'

interface Limited {
  id: string
  name: string
  assigned: number
  limit: number | null
}

/** Says when somebody has as much as they take, or more. */
export function LimitPill({ reviewer: { assigned, limit } }: { reviewer: Limited }) {
  if (limit === null || assigned < limit) return null
  return assigned > limit ? (
    <StatusPill kind="changes">{words.overLimit}</StatusPill>
  ) : (
    <StatusPill kind="waiting">{words.full}</StatusPill>
  )
}

/** Sets how many papers somebody has at a time, at most. */
export function LimitButton({ reviewer }: { reviewer: Limited }) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const change = useDeed({
    run: (reviewLimit: number | null) =>
      call(changeUser, { params: { userId: reviewer.id }, body: { reviewLimit } }),
    fallback: words.actionFailed,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
    after: () => setTyped(undefined),
    inPlace: true,
  })
  const save = () => {
    const limit = limitIn(typed ?? '')
    change.forget()
    setProblem(limit === undefined ? words.limitWrong : undefined)
    if (limit !== undefined) change.start(limit)
  }
  return (
    <>
      <Button
        look="quiet"
        small
        aria-label={words.limitOf(reviewer.name)}
        onClick={() => {
          setProblem(undefined)
          change.forget()
          setTyped(reviewer.limit === null ? '' : String(reviewer.limit))
        }}
      >
        {words.changeLimit}
      </Button>
      <ConfirmDialog
        open={typed !== undefined}
        title={words.limitTitle(reviewer.name)}
        confirm={words.save}
        cancel={words.cancel}
        busy={change.busy}
        onConfirm={save}
        onCancel={() => setTyped(undefined)}
      >
        <p>{words.limitText}</p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextField
            id={id}
            name="limit"
            label={words.limit}
            value={typed ?? ''}
            onValue={setTyped}
            error={problem ?? change.problem}
            input={{ inputMode: 'numeric', autoComplete: 'off' }}
          />
        </form>
      </ConfirmDialog>
    </>
  )
}

/** A limit as typed: nothing is any number; undefined is no limit at all. */
function limitIn(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,4}$/.test(text) && Number(text) <= 1000 ? Number(text) : undefined
}
