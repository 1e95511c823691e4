import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { forgetSession } from '#client/api/log-out.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { Leaving } from './leaving.tsx'
import styles from './profile.module.css'
import { words } from './words.ts'

/** Deletes the account, after a question that says what goes and what stays, and the password (decisions.md §4). */
export function DeleteSection() {
  const [asking, setAsking] = useState(false)
  return (
    <Panel title={words.deleteAccount}>
      <p>{words.deleteText}</p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {words.deleteMine}
      </Button>
      {asking && <DeleteDialog onCancel={() => setAsking(false)} />}
    </Panel>
  )
}

function DeleteDialog({ onCancel }: { onCancel: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { password: '' },
    schema: deleteAccount.body,
    submit: async (body) => {
      const { message } = await call(deleteAccount, { body })
      forgetSession()
      navigate({ to: '/', replace: true, state: { said: message } })
      client.clear()
    },
    explain: (error) => problemsOf(error, words.changeFailed, ['password']),
  })
  return (
    <ConfirmDialog
      open
      danger
      title={words.deleteTitle}
      confirm={words.deleteConfirm}
      cancel={words.cancel}
      busy={form.busy}
      onConfirm={form.send}
      onCancel={onCancel}
    >
      <form className={styles.form} {...form.form}>
        <p>{words.deleteText}</p>
        <Leaving />
        <p>{words.deleteMore}</p>
        <ErrorSummary {...form.summary} />
        <PasswordField
          {...form.text('password')}
          label={words.currentPassword}
          autoComplete="current-password"
        />
      </form>
    </ConfirmDialog>
  )
}
