import { useState } from 'react'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { readMe } from '#client/api/read-me.ts'
import { accessToken, keepDevice } from '#client/api/session.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract, resetPasswordCall } from './calls.ts'
import styles from './form.module.css'
import { sayAtLogIn } from './say-at-log-in.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** Sets a new password by the mailed link: /reset-password?token=… Nobody is logged in by it. */
export function ResetPasswordScreen() {
  const { token } = useSearch('/reset-password')
  return (
    <SignInFrame>
      <PageHeader title={words.reset.title} lead={token !== undefined && words.reset.lead} />
      {token === undefined ? (
        <div className={styles.form}>
          <Message kind="error">{words.reset.noToken}</Message>
          <Link to="/forgot-password" className={buttonClass()}>
            {words.reset.again}
          </Link>
        </div>
      ) : (
        <NewPassword token={token} />
      )}
      <p className={`${styles.below} ${styles.between}`}>
        <Link to="/">{words.backToLogIn}</Link>
        {token !== undefined && <Link to="/forgot-password">{words.reset.again}</Link>}
      </p>
    </SignInFrame>
  )
}

/** Whether a session is stored here that holds; one that does not is forgotten. */
const isLoggedIn = async () =>
  accessToken() !== null &&
  (await readMe().then(
    () => true,
    () => false,
  ))

function NewPassword({ token }: { token: string }) {
  const [said, setSaid] = useState<string>()
  const form = useForm({
    initial: { token, password: '' },
    schema: () => contract().then(({ resetPassword }) => resetPassword.body),
    submit: async (body) => {
      const { message, device } = await call(resetPasswordCall, { body })
      keepDevice(device)
      // All sessions of this person have ended. One that holds is somebody else's and goes on: there is no log-in to say it at.
      if (await isLoggedIn()) setSaid(message || words.reset.done)
      else sayAtLogIn(message || words.reset.done)
    },
    explain: (error) => {
      const problems = problemsOf(error, words.reset.failed, ['password'])
      const isOver = error instanceof ApiError && error.code === 'invalid_token'
      return isOver ? [...problems, { message: words.reset.mayBeSet }] : problems
    },
  })
  if (said !== undefined)
    return (
      <Message kind="success">
        {said} {words.reset.elsewhere}
      </Message>
    )
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <PasswordField
        {...form.text('password')}
        label={words.reset.password}
        hint={words.signUp.passwordHint}
        autoComplete="new-password"
      />
      <Button type="submit" busy={form.busy}>
        {words.reset.submit}
      </Button>
    </form>
  )
}
