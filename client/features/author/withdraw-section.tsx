import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { words } from './words.ts'

/** Takes the submission out of the conference, also when it can no longer be deleted (decisions.md §7). */
export function WithdrawSection({ abstractId }: { abstractId: string }) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const deed = useDeed({
    run: () => call(withdrawAbstract, { params: { abstractId }, body: { reason } }),
    fallback: words.reportFailed,
    done: (answer) => answer.message,
    after: () => setAsking(false),
  })
  const confirm = () => {
    const blank = reason.trim() === ''
    setMissing(blank)
    if (!blank) deed.start(undefined)
  }
  return (
    <p>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.withdrawTitle}
        confirm={words.withdraw}
        cancel={words.keep}
        danger
        busy={deed.busy}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{words.withdrawText}</p>
        <TextArea
          id={id}
          name="reason"
          label={words.withdrawReason}
          value={reason}
          onValue={setReason}
          error={missing ? words.withdrawNeedsReason : undefined}
        />
      </ConfirmDialog>
    </p>
  )
}
