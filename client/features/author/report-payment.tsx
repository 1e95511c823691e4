import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { serverNow } from '#client/api/server-clock.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { whole } from '#client/ui/whole.tsx'
import { reportPayment } from './calls.ts'
import { words } from './words.ts'

/** "I have paid": asks on which day and for a note, then tells the staff, so that nobody pays twice (decisions.md §8). */
export function ReportPayment({ paperId }: { paperId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {words.report}
      </Button>
      {open && <ReportDialog paperId={paperId} onClose={() => setOpen(false)} />}
    </>
  )
}

const loadSchema = async () => {
  const { paymentReport } = await import('#shared/payments/contract.ts')
  return paymentReport.required({ paidAt: true })
}

function ReportDialog({ paperId, onClose }: { paperId: string; onClose: () => void }) {
  const say = useToast()
  const client = useQueryClient()
  const [today] = useState(() => dayOf(serverNow()))
  const form = useForm({
    initial: { paidAt: today, note: '' },
    schema: loadSchema,
    submit: async (body) => {
      const answer = await call(reportPayment, { params: { paperId }, body })
      say(answer.message)
      onClose()
      await client.invalidateQueries()
    },
    explain: (error) => problemsOf(error, words.reportFailed, ['paidAt', 'note']),
  })
  return (
    <FormDialog
      title={words.reportTitle}
      form={form}
      submit={words.report}
      cancel={words.cancel}
      onClose={onClose}
    >
      <p>{whole(words.reportText(paperId))}</p>
      <TextField {...form.text('paidAt')} label={words.paidAt} input={{ type: 'date', max: today }} />
      <TextField {...form.text('note')} label={words.reportNote} input={{ autoComplete: 'off' }} />
    </FormDialog>
  )
}

/** The day of a moment by the reader's own clock, as a date field gives it: `2026-03-02`. */
function dayOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
