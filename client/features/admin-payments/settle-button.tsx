import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isStale } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useKey } from '#client/api/use-key.ts'
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
  const label = isDue(payment) ? nothing(payment) : isLate ? words.settleFound : words.settle
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

/** Beside a part, nothing further. */
const nothing = ({ received }: Payment) =>
  received.length > 0 ? words.settleNothingFurther : words.settleNothing

function SettleDialog({ payment: now, onClose }: { payment: Payment; onClose: () => void }) {
  /** As it was when it was opened: what was looked for; once that is refused, as it is by now. */
  const [opened, setOpened] = useState<Payment | undefined>(now)
  const payment = opened ?? now
  const { paperId, reportedAt } = payment
  const say = useToast()
  const client = useQueryClient()
  const send = useKey()
  const fields = useForm({
    initial: { amount: '', note: '' },
    schema: form,
    submit: async (body) => {
      const sent = { ...body, ...(reportedAt !== null && { reportedAt }) }
      try {
        const answer = await send(sent, (idempotencyKey) =>
          call(settleReport, { params: { paperId }, body: sent, idempotencyKey }),
        )
        say(answer.message)
      } catch (error) {
        // The dialog goes on with what is reported by now.
        if (isStale(error)) {
          setOpened(undefined)
          await client.invalidateQueries()
        }
        throw error
      }
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['amount', 'note']),
  })
  const isFound = fields.values.amount.trim() !== ''
  return (
    <FormDialog
      title={
        isDue(payment) ? words.unfoundTitle(paperId, payment.received.length > 0) : words.settleTitle(paperId)
      }
      form={fields}
      submit={isFound ? words.settleFound : isDue(payment) ? nothing(payment) : words.settleNothing}
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
