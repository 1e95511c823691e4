import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract, setUpCall } from './calls.ts'
import styles from './form.module.css'
import { sayAtLogIn } from './say-at-log-in.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** Makes the first administrator by the link that a fresh start prints: /set-up?token=… (decisions.md §5). */
export function SetUpScreen() {
  const { token } = useSearch('/set-up')
  return (
    <SignInFrame>
      <PageHeader title={words.setUp.title} lead={words.setUp.lead} />
      {token === undefined ? (
        <Message kind="error">{words.setUp.noToken}</Message>
      ) : (
        <FirstAdmin token={token} />
      )}
      <p className={styles.below}>
        <Link to="/">{words.backToLogIn}</Link>
      </p>
    </SignInFrame>
  )
}

function FirstAdmin({ token }: { token: string }) {
  const form = useForm({
    initial: { token, name: '', email: '', password: '' },
    schema: () => contract().then(({ setUp }) => setUp.body),
    together: words.setUp.fields,
    submit: async (body) => {
      const { message } = await call(setUpCall, { body })
      sayAtLogIn(message)
    },
    explain: (error) => problemsOf(error, words.setUp.failed, ['name', 'email', 'password']),
  })
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.text('name')} label={words.setUp.name} input={{ autoComplete: 'name' }} />
      <TextField
        {...form.text('email')}
        label={words.email}
        input={{ type: 'email', autoComplete: 'username' }}
      />
      <PasswordField
        {...form.text('password')}
        label={words.password}
        hint={words.signUp.passwordHint}
        autoComplete="new-password"
      />
      <Button type="submit" busy={form.busy}>
        {words.setUp.submit}
      </Button>
    </form>
  )
}
