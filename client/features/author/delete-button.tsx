import { type ReactNode, useState } from 'react'
import { isTooLate, messageOf } from '#client/api/api-error.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { words } from './words.ts'

interface Props {
  /** What is deleted, for those who do not see where the button stands. */
  name: string
  title: string
  text: ReactNode
  done: string
  run: () => Promise<unknown>
  after?: () => void
}

/** Delete, after asking; repeat clicks are ignored while it runs (portal.md §5). */
export function DeleteButton({ name, title, text, done, run, after }: Props) {
  const [asking, setAsking] = useState(false)
  const say = useToast()
  const deed = useDeed({
    run,
    fallback: words.deleteFailed,
    inPlace: true,
    failed: (error) => {
      if (!isTooLate(error)) return
      // Read anew, the screen may have no such button any more: why is said where it stays.
      setAsking(false)
      say(messageOf(error, words.deleteFailed), 'error')
    },
    done: () => done,
    after: () => {
      setAsking(false)
      after?.()
    },
  })
  const ask = () => {
    deed.forget()
    setAsking(true)
  }
  return (
    <>
      <Button look="quiet" small icon="trash" aria-label={words.deleteNamed(name)} onClick={ask}>
        {words.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        confirm={words.delete}
        cancel={common.cancel}
        danger
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  )
}
