import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { verifyPayment } from '#shared/payments/contract.ts'
import { words } from './words.ts'

/** Empty fields are not sent at all. */
const form = z.preprocess(
  (given) => Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== '')),
  verifyPayment.body,
)

/** Notes that the fee of a paper arrived, with what the statement says. */
export function VerifyButton({ paperId }: { paperId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.verify}</Button>
      {open && <VerifyDialog paperId={paperId} onClose={() => setOpen(false)} />}
    </>
  )
}

function VerifyDialog({ paperId, onClose }: { paperId: string; onClose: () => void }) {
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
