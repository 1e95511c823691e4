import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { previewPaper, withdrawFromPaper } from './calls.ts'
import styles from './paper-view.module.css'
import { words } from './words.ts'

interface Props {
  paperId: string
  /** The portal knows of a conflict already: nothing is left but to give the paper back, and nobody need say why. */
  isInConflict: boolean
}

/** Gives an assignment back, with a reason, and declares a conflict where there is one (decisions.md §6). */
export function GiveBack({ paperId, isInConflict }: Props) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [typed, setReason] = useState<string>()
  const [ticked, setConflict] = useState<boolean>()
  const reason = typed ?? (isInConflict ? words.giveBackFound : '')
  const conflict = ticked ?? isInConflict
  const [missing, setMissing] = useState(false)
  const client = useQueryClient()
  const deed = useDeed({
    run: () => call(withdrawFromPaper, { params: { paperId }, body: { reason, conflict } }),
    fallback: common.actionFailed,
    inPlace: true,
    done: (answer) => answer.message,
    after: () => {
      // In place of the paper, so that Back does not lead to what is theirs no more.
      navigate({ to: '/reviewer', search: { view: 'assigned' }, replace: true })
      client.removeQueries(queryOf(previewPaper, { params: { paperId } }))
    },
  })
  const ask = () => {
    deed.forget()
    setAsking(true)
  }
  const confirm = () => {
    const blank = reason.trim() === ''
    setMissing(blank)
    if (!blank) deed.start(undefined)
  }
  return (
    <p className={styles.giveBack}>
      <Button look={isInConflict ? 'primary' : 'quiet'} onClick={ask}>
        {words.giveBack}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.giveBackTitle}
        confirm={common.submit}
        cancel={words.keep}
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{words.giveBackText}</p>
        <TextArea
          id={`${id}-reason`}
          name="reason"
          label={words.giveBackReason}
          value={reason}
          onValue={setReason}
          error={missing ? words.needsReason : undefined}
        />
        <Checkbox
          id={`${id}-conflict`}
          name="conflict"
          label={words.giveBackConflict}
          checked={conflict}
          onChecked={setConflict}
        />
        <p>{words.giveBackConflictMeans}</p>
      </ConfirmDialog>
    </p>
  )
}
