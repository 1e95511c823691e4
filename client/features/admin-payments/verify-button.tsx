import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Message } from '#client/ui/message.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { type Payment, verifyPayment } from '#shared/payments/contract.ts'
import { words } from './words.ts'

/** Empty fields are not sent at all. */
const form = z.preprocess(
  (given) => Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== '')),
  verifyPayment.body,
)

/** Notes that the fee of a paper arrived, with what the statement says. */
export function VerifyButton({ payment }: { payment: Payment }) {
  const [open, setOpen] = useState(false)
  const { missing } = payment
  return (
    <>
      <Button look={isExpected(payment) ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {missing === null ? words.verify : words.verifyWithout(missing)}
      </Button>
      {open && <VerifyDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether verifying is the next step: the fee arrived, or its author says so and nothing speaks against it. */
const isExpected = ({ state, balance }: Payment) =>
  balance === null ? state === 'reported' : balance !== 'part' && balance !== 'foreign'

function VerifyDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { paperId, missing } = payment
  const say = useToast()
  const client = useQueryClient()
  const fields = useForm({
    initial: { reference: '', amount: '', note: '' },
    schema: form,
    submit: async (body) => {
      const answer = await call(verifyPayment, { params: { paperId }, body })
      say(answer.message)
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['reference', 'amount', 'note']),
  })
  return (
    <FormDialog
      title={words.verifyTitle(paperId)}
      form={fields}
      submit={words.verify}
      cancel={words.cancel}
      onClose={onClose}
    >
      {missing !== null && <Message>{words.missing(missing)}.</Message>}
      <p>{words.verifyText}</p>
      <TextField {...fields.text('reference')} label={words.reference} />
      <TextField
        {...fields.text('amount')}
        label={words.amount}
        hint={words.amountHint}
        input={{ inputMode: 'decimal' }}
      />
      <TextField {...fields.text('note')} label={words.note} />
    </FormDialog>
  )
}
