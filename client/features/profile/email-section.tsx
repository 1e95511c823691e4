import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import styles from './profile.module.css'
import { words } from './words.ts'

/** Changes the address: the new one is confirmed by a mailed link first (decisions.md §4). */
export function EmailSection({ email }: { email: string }) {
  const [said, setSaid] = useState('')
  return (
    <Panel title={words.email}>
      <p>
        {words.emailNow} <strong className={styles.address}>{email}</strong>
      </p>
      {said !== '' && <Message kind="success">{said}</Message>}
      <EmailForm onDone={setSaid} />
    </Panel>
  )
}

function EmailForm({ onDone }: { onDone: (said: string) => void }) {
  const form = useForm({
    initial: { email: '', password: '' },
    schema: changeEmail.body,
    submit: async (body) => onDone((await call(changeEmail, { body })).message),
    explain: (error) => problemsOf(error, words.changeFailed, ['email', 'password']),
  })
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField
        {...form.text('email')}
        label={words.newEmail}
        input={{ type: 'email', autoComplete: 'email' }}
      />
      <PasswordField
        {...form.text('password')}
        label={words.currentPassword}
        autoComplete="current-password"
      />
      <Button type="submit" look="secondary" busy={form.busy}>
        {words.changeEmail}
      </Button>
    </form>
  )
}
