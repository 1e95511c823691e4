import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogClose } from '#client/ui/dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { startSecondFactor } from '#shared/people/second-factor-contract.ts'
import styles from './profile.module.css'
import { factorWords as words } from './second-factor-words.ts'

interface Props {
  said: { text: string; submit: string }
  goOn: (password: string) => Promise<unknown> | undefined
}

/** Asks for the password again before anything of two-step verification changes. */
export function PasswordStep({ said, goOn }: Props) {
  const form = useForm({
    initial: { password: '' },
    schema: startSecondFactor.body,
    submit: async ({ password }) => goOn(password),
    explain: (error) => problemsOf(error, words.failed, ['password']),
  })
  return (
    <form className={styles.form} {...form.form}>
      <p>{said.text}</p>
      <ErrorSummary {...form.summary} />
      <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {said.submit}
        </Button>
        <DialogClose>{words.cancel}</DialogClose>
      </div>
    </form>
  )
}
