import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { forgetSession } from '#client/api/log-out.ts'
import { useMe } from '#client/api/me.ts'
import { queryOf } from '#client/api/query-of.ts'
import { forgetEmail } from '#client/api/remembered-email.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useLostAnswer } from '#client/parts/use-lost-answer.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { deleteAccount, readDeletion } from '#shared/people/account-contract.ts'
import { deleteWords } from './delete-words.ts'
import { Leaving } from './leaving.tsx'
import styles from './profile.module.css'
import { words } from './words.ts'

/** Says what goes and what stays, asks for the password, and deletes the account. */
export function DeleteDialog({ onCancel }: { onCancel: () => void }) {
  const client = useQueryClient()
  const me = useMe()
  // Always as it is now: a decision may have come since the page was opened.
  const { data, error } = useQuery({ ...queryOf(readDeletion), staleTime: 0, gcTime: 0 })
  const wasLost = useLostAnswer()
  const leave = (said: string) => {
    forgetSession()
    forgetEmail()
    navigate({ to: '/', replace: true, state: { said } })
    client.clear()
  }
  const form = useForm({
    initial: { password: '' },
    schema: deleteAccount.body,
    submit: async (body) => leave((await call(deleteAccount, { body })).message),
    explain: (error) => {
      const isOver = error instanceof ApiError && error.code === 'token_expired'
      if (!(wasLost(error) && isOver)) return problemsOf(error, words.changeFailed, ['password'])
      leave(deleteWords.deletedBefore)
      return []
    },
  })
  const isAdmin = me?.role === 'admin'
  // What cannot be done is not offered, not even until that is known.
  if (isAdmin && (data === undefined ? error === null : data.isLastAdmin))
    return (
      <ConfirmDialog
        open
        title={deleteWords.deleteTitle}
        cancel={deleteWords.close}
        onConfirm={onCancel}
        onCancel={onCancel}
      >
        {data === undefined ? <Skeleton /> : <Message>{deleteWords.lastAdmin}</Message>}
        {data !== undefined && <Link to="/admin/people">{deleteWords.toPeople}</Link>}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      open
      danger
      title={deleteWords.deleteTitle}
      confirm={deleteWords.deleteConfirm}
      cancel={words.cancel}
      busy={form.busy}
      onConfirm={form.send}
      onCancel={onCancel}
    >
      <form className={styles.form} {...form.form}>
        <p>{words.deleteText}</p>
        <Leaving data={data} failed={error !== null} />
        {me?.roles.some((role) => role === 'admin' || role === 'staff') && <p>{deleteWords.deedsStay}</p>}
        <p>{deleteWords.deleteMore}</p>
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
