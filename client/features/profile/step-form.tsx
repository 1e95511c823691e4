import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DialogClose } from '#client/ui/dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import type { useForm } from '#client/ui/use-form.ts'
import styles from './profile.module.css'
import { factorWords as words } from './second-factor-words.ts'

interface Props {
  form: Pick<ReturnType<typeof useForm>, 'busy' | 'form' | 'summary'>
  submit: string
  children: ReactNode
}

/** One step of two-step verification's dialog: what is wrong, the fields, and the way on or out. */
export function StepForm({ form, submit, children }: Props) {
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      {children}
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {submit}
        </Button>
        <DialogClose>{words.cancel}</DialogClose>
      </div>
    </form>
  )
}
