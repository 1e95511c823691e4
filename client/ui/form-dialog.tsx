import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import styles from './form-dialog.module.css'
import type { useForm } from './use-form.ts'

interface Props {
  title: string
  form: Pick<ReturnType<typeof useForm>, 'form' | 'summary' | 'busy' | 'unsent'>
  /** The words of the button that sends it. */
  submit: string
  cancel: string
  onClose: () => void
  /** What it is about, and its fields. */
  children: ReactNode
}

/** A form in a window over the page. Rendered only while it is open, so that it begins anew each time. */
export function FormDialog({ title, form, submit, cancel, onClose, children }: Props) {
  return (
    <Dialog open stays={form.busy} holds={form.unsent} onClose={onClose} title={title}>
      <form className={styles.form} {...form.form}>
        <ErrorSummary {...form.summary} />
        {children}
        <DialogActions>
          <Button look="secondary" disabled={form.busy} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" busy={form.busy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
