import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblemsOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useLostAnswer } from '#client/parts/use-lost-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { changePassword, listSessions } from '#shared/people/account-contract.ts'
import styles from './profile.module.css'
import { words } from './words.ts'

/** Changes the password; the current one is asked for again (decisions.md §4). */
export function PasswordSection() {
  const [times, setTimes] = useState(0)
  return (
    <Panel title={words.password}>
      <PasswordForm key={times} onDone={() => setTimes(times + 1)} />
    </Panel>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const say = useToast()
  const client = useQueryClient()
  const wasLost = useLostAnswer()
  const form = useForm({
    initial: { password: '', newPassword: '' },
    schema: changePassword.body,
    submit: async (body) => {
      say((await call(changePassword, { body })).message)
      onDone()
      // The others were ended.
      await client.invalidateQueries({ queryKey: queryOf(listSessions).queryKey })
    },
    explain: (error) => {
      const problems = problemsOf(error, words.changeFailed, ['password', 'newPassword'])
      const mayBeChanged = wasLost(error) && fieldProblemsOf(error).some(({ field }) => field === 'password')
      return mayBeChanged ? [...problems, { message: words.mayBeChanged }] : problems
    },
  })
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <PasswordField
        {...form.text('password')}
        label={words.currentPassword}
        autoComplete="current-password"
      />
      <PasswordField {...form.text('newPassword')} label={words.newPassword} autoComplete="new-password" />
      <Button type="submit" look="secondary" busy={form.busy}>
        {words.changePassword}
      </Button>
    </form>
  )
}
