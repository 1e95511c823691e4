import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract, forgotPasswordCall } from './calls.ts'
import styles from './form.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** Asks for the mail with the link: /forgot-password */
export function ForgotPasswordScreen() {
  const { email = '' } = useSearch('/forgot-password')
  const [said, setSaid] = useState<string>()
  const form = useForm({
    initial: { email },
    schema: () => contract().then(({ forgotPassword }) => forgotPassword.body),
    submit: async (body) => {
      setSaid(undefined)
      const { message } = await call(forgotPasswordCall, { body })
      setSaid(message || words.forgot.done)
    },
    explain: (error) => problemsOf(error, words.forgot.failed, ['email']),
  })
  return (
    <SignInFrame>
      <PageHeader title={words.forgot.title} lead={words.forgot.lead} />
      <form className={styles.form} {...form.form}>
        <ErrorSummary {...form.summary} />
        {said && form.summary.problems.length === 0 && (
          <Message kind="success">
            <span>{said}</span> {words.forgot.next}
          </Message>
        )}
        <TextField
          {...form.text('email')}
          label={words.email}
          input={{ type: 'email', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
        />
        <Button type="submit" busy={form.busy}>
          {words.forgot.submit}
        </Button>
      </form>
      <p className={styles.below}>
        <Link to="/">{words.backToLogIn}</Link>
      </p>
    </SignInFrame>
  )
}
