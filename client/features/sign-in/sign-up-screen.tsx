import { useEffect, useState } from 'react'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import styles from './form.module.css'
import { sayAtLogIn } from './say-at-log-in.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useInvitation } from './use-invitation.ts'
import { words } from './words.ts'

const REDIRECT_MS = 800
const roles = [
  { value: 'author', label: words.signUp.author },
  { value: 'reviewer', label: words.signUp.reviewer },
] as const

/** Registration: /signup, on the Reviewer side with the address filled in for who comes by an invitation. */
export function SignUpScreen() {
  const invited = useSearch('/signup')
  const [role, setRole] = useState<'author' | 'reviewer'>(invited.role === 'reviewer' ? 'reviewer' : 'author')
  const { state, name } = useInvitation(invited.invitation)
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => sayAtLogIn(said), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <SignInFrame>
      <PageHeader title={words.signUp.title} />
      {said ? (
        <Message kind="success">{said}</Message>
      ) : (
        <div className={styles.form}>
          {state !== 'open' && <Message kind="error">{words.signUp.invitation[state]}</Message>}
          <RadioToggle legend={words.signUp.role} value={role} options={roles} onValue={setRole} />
          <SignUpForm
            role={role}
            email={invited.email}
            name={name}
            invitation={invited.invitation}
            onDone={setSaid}
          />
        </div>
      )}
      <p className={styles.below}>
        {words.signUp.haveAccount} <Link to="/">{words.signUp.logIn}</Link>
      </p>
    </SignInFrame>
  )
}
