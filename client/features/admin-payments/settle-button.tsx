import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { type Payment, settleReport } from '#shared/payments/contract.ts'
import { sentAlone } from './sent-alone.ts'
import { words } from './words.ts'

const form = sentAlone(settleReport.body)

/**
 * Ends the search for a payment that was reported: where its paper awaits none any more, or is to be paid and nothing came. Of
 * one that was said not to be there, what has come all the same.
 */
export function SettleButton({ payment }: { payment: Payment }) {
  const [open, setOpen] = useState(false)
  const isLate = payment.state === 'unfound'
  const label = isDue(payment) ? words.settleNothing : isLate ? words.settleFound : words.settle
  return (
    <>
      <Button look={payment.state === 'sought' ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <SettleDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The paper is to be paid: what arrived for it is verified instead. */
const isDue = ({ state }: Payment) => state === 'reported'

function SettleDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { paperId } = payment
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
      title={isDue(payment) ? words.unfoundTitle(paperId) : words.settleTitle(paperId)}
      form={fields}
      submit={isFound ? words.settleFound : words.settleNothing}
      cancel={words.cancel}
      onClose={onClose}
    >
      <p>{isDue(payment) ? words.unfoundText : words.settleText}</p>
      {!isDue(payment) && (
        <TextField
          {...fields.text('amount')}
          label={words.amount}
          hint={words.settleHint}
          input={{ inputMode: 'decimal' }}
        />
      )}
      {isFound && <TextField {...fields.text('note')} label={words.note} />}
    </FormDialog>
  )
}
