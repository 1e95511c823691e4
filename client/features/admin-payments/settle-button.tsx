import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { type Payment, settleReport } from '#shared/payments/contract.ts'
import { AboutPayment } from './about-payment.tsx'
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

/** Ends the report of a payment for a paper that is to be paid: it did not arrive. */
export function UnfoundButton({ payment }: { payment: Payment }) {
  const { paperId } = payment
  const [asking, setAsking] = useState(false)
  const deed = useDeed({
    run: () => call(settleReport, { params: { paperId }, body: {} }),
    fallback: words.actionFailed,
    inPlace: true,
    done: (answer) => answer.message,
    after: () => setAsking(false),
  })
  const ask = () => {
    deed.forget()
    setAsking(true)
  }
  return (
    <>
      <Button look="secondary" onClick={ask}>
        {words.settleNothing}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.unfoundTitle(paperId)}
        confirm={words.settleNothing}
        cancel={words.cancel}
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        <AboutPayment payment={payment} />
        <p>{words.unfoundText}</p>
      </ConfirmDialog>
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
