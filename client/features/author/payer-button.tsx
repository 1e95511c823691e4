import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import type { Payer } from '#shared/payments/receipt-contract.ts'
import { savePayer } from './calls.ts'
import { words } from './words.ts'

interface Props {
  paperId: string
  payer: Payer
  /** There is a receipt already: it becomes void, and a new one takes its place. */
  given: boolean
}

/** Changes whom the receipt is made out to. */
export function PayerButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" small onClick={() => setOpen(true)}>
        {words.changePayer}
      </Button>
      {open && <PayerDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const loadSchema = async () => (await import('#shared/payments/receipt-contract.ts')).payer

function PayerDialog({ paperId, payer, given, onClose }: Props & { onClose: () => void }) {
  const say = useToast()
  const client = useQueryClient()
  const form = useForm({
    initial: { ...payer },
    schema: loadSchema,
    submit: async (body) => {
      const answer = await call(savePayer, { params: { paperId }, body })
      say(answer.message)
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.payerFailed, ['name', 'address', 'taxNumber']),
  })
  return (
    <FormDialog
      title={words.payerTitle}
      form={form}
      submit={words.payerSave}
      cancel={words.cancel}
      onClose={onClose}
    >
      <p>{given ? words.payerAgain : words.payerText}</p>
      <TextField {...form.text('name')} label={words.payerName} />
      <TextArea {...form.text('address')} label={words.payerAddress} />
      <TextField {...form.text('taxNumber')} label={words.payerTaxNumber} />
    </FormDialog>
  )
}
