import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract, registerCall, registerReviewerCall } from './calls.ts'
import styles from './form.module.css'
import { words } from './words.ts'

interface Props {
  role: 'author' | 'reviewer'
  /** From an invitation's link. */
  email: string | undefined
  /** From the invitation, once that is read; empty before, and where it has none. */
  name: string
  invitation: string | undefined
  /** Told what to say to the person. */
  onDone: (said: string) => void
}

/** Name, e-mail, password, and a PIN for reviewers; what was typed stays when the role is switched. */
export function SignUpForm({ role, email, name, invitation, onDone }: Props) {
  const isReviewer = role === 'reviewer'
  const [offered, setOffered] = useState('')
  const form = useForm({
    initial: { name: '', email: email ?? '', password: '', pin: '' },
    schema: async () => {
      const { registration, reviewerRegistration } = await contract()
      return isReviewer ? reviewerRegistration : registration
    },
    together: words.signUp.fields,
    submit: async (parsed, { pin }) => {
      const answer = isReviewer
        ? await call(registerReviewerCall, {
            body: { ...parsed, pin, ...(invitation ? { invitation } : {}) },
          })
        : await call(registerCall, { body: parsed })
      onDone(answer.message || words.signUp.done)
    },
    explain: (error) => problemsOf(error, words.signUp.failed, ['name', 'email', 'password', 'pin']),
  })
  // What is typed by then stays.
  if (name !== offered) {
    setOffered(name)
    if (form.values.name === '') form.set('name', name)
  }
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.text('name')} label={words.signUp.name} input={{ autoComplete: 'name' }} />
      <TextField
        {...form.text('email')}
        label={words.email}
        input={{ type: 'email', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      />
      <PasswordField
        {...form.text('password')}
        label={words.password}
        hint={isReviewer ? words.signUp.reviewerPasswordHint : words.signUp.passwordHint}
        autoComplete="new-password"
      />
      {isReviewer && (
        <>
          <div className={styles.between}>
            <Link to="/forgot-password" search={form.values.email ? { email: form.values.email } : {}}>
              {words.logIn.forgot}
            </Link>
          </div>
          <TextField
            {...form.text('pin')}
            label={words.signUp.pin}
            hint={words.signUp.pinHint}
            input={{ autoComplete: 'one-time-code', autoCapitalize: 'characters', spellCheck: false }}
          />
        </>
      )}
      <Button type="submit" busy={form.busy}>
        {words.signUp.submit}
      </Button>
    </form>
  )
}
