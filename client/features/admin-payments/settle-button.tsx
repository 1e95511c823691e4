import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { settleReport } from '#shared/payments/contract.ts'
import { sentAlone } from './sent-alone.ts'
import { words } from './words.ts'

const form = sentAlone(settleReport.body)

/**
 * Ends the search for a payment that was reported before its paper was withdrawn or taken up again. `isLate`: it was said
 * not to be there, and has come all the same.
 */
export function SettleButton({ paperId, isLate }: { paperId: string; isLate: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look={isLate ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        {isLate ? words.settleFound : words.settle}
      </Button>
      {open && <SettleDialog paperId={paperId} onClose={() => setOpen(false)} />}
    </>
  )
}

function SettleDialog({ paperId, onClose }: { paperId: string; onClose: () => void }) {
  const say = useToast()
  const client = useQueryClient()
  const fields = useForm({
    initial: { amount: '', note: '' },
    schema: form,
    submit: async (body) => {
      const answer = await call(settleReport, { params: { paperId }, body })
      say(answer.message)
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['amount', 'note']),
  })
  const isFound = fields.values.amount.trim() !== ''
  return (
    <FormDialog
      title={words.settleTitle(paperId)}
      form={fields}
      submit={isFound ? words.settleFound : words.settleNothing}
      cancel={words.cancel}
      onClose={onClose}
    >
      <p>{words.settleText}</p>
      <TextField
        {...fields.text('amount')}
        label={words.amount}
        hint={words.settleHint}
        input={{ inputMode: 'decimal' }}
      />
      {isFound && <TextField {...fields.text('note')} label={words.note} />}
    </FormDialog>
  )
}
