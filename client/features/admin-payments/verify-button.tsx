import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, isStale } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useKey } from '#client/api/use-key.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Message } from '#client/ui/message.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { type Payment, verifyPayment } from '#shared/payments/contract.ts'
import { AboutPayment } from './about-payment.tsx'
import { sentAlone } from './sent-alone.ts'
import { whatVerifies } from './what-verifies.ts'
import { words } from './words.ts'

const form = sentAlone(verifyPayment.body)

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

const lessThanTheFee = z.object({ details: z.object({ missing: z.string() }) })
const isLess = (refusal: unknown) => lessThanTheFee.safeParse(refusal).success

function VerifyDialog({ payment: now, onClose }: { payment: Payment; onClose: () => void }) {
  /** As it was when it was opened, so that what is sent once more is the same; once that is refused, as it is by now. */
  const [opened, setOpened] = useState<Payment | undefined>(now)
  const payment = opened ?? now
  const { paperId, missing } = payment
  /** What was typed is not the fee: whether it is less, and so can be a part. */
  const [asked, setAsked] = useState<{ isLess: boolean }>()
  const say = useToast()
  const client = useQueryClient()
  const send = useKey()
  const fields = useForm({
    initial: { reference: '', amount: '', note: '', as: '' },
    schema: form,
    submit: async (body) => {
      try {
        const sent = { ...body, received: payment.received }
        const answer = await send(sent, (idempotencyKey) =>
          call(verifyPayment, { params: { paperId }, body: sent, idempotencyKey }),
        )
        say(answer.message)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined
        if (error instanceof ApiError && code === 'not_the_fee') setAsked({ isLess: isLess(error.data) })
        // The dialog goes on with what is there by now.
        if (isStale(error)) {
          setOpened(undefined)
          await client.invalidateQueries()
        }
        throw error
      }
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['reference', 'amount', 'note', 'as']),
  })
  // Another amount is another question.
  const changeAmount = (amount: string) => {
    setAsked(undefined)
    fields.set('as', '')
    fields.set('amount', amount)
  }
  const verifies = whatVerifies(fields.values.amount, asked !== undefined, fields.values.as)
  return (
    <FormDialog
      title={words.verifyTitle(paperId)}
      form={fields}
      submit={verifies === 'part' ? words.notePart : words.verify}
      cancel={words.cancel}
      onClose={onClose}
    >
      <AboutPayment payment={payment} />
      {missing !== null && <Message>{words.missing(missing)}.</Message>}
      <p>{words.verifyText[verifies]}</p>
      {missing !== null && verifies !== 'part' && <p>{words.partsCount}</p>}
      <TextField {...fields.text('reference')} label={words.reference} />
      <TextField
        {...fields.text('amount')}
        label={words.amount}
        onValue={changeAmount}
        hint={words.amountHint(payment)}
        input={{ inputMode: 'decimal' }}
      />
      {asked && (
        <SelectField
          {...fields.text('as')}
          label={words.whatIsIt}
          options={[
            { value: '', label: words.choose },
            ...(asked.isLess ? [{ value: 'part', label: words.isPart }] : []),
            { value: 'paid', label: words.isPaid },
          ]}
        />
      )}
      <TextField {...fields.text('note')} label={words.note} />
    </FormDialog>
  )
}
