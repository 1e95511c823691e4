import { useState } from 'react'
import { handOn, readMe } from '#client/api/read-me.ts'
import { takeReturn } from '#client/api/return-to.ts'
import { clearSession } from '#client/api/session.ts'
import { Link } from '#client/navigation/link.tsx'
import { goTo } from '#client/navigation/navigate.ts'
import { useTold } from '#client/navigation/use-place.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { homeOf } from '#shared/core/home-of.ts'
import styles from './form.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** The log-in screen: / */
export function LogInScreen() {
  const { said } = useTold()
  // What was said before is over once somebody goes on.
  const [tried, setTried] = useState(false)
  return (
    <SignInFrame>
      {said && !tried && (
        <div className={styles.said}>
          <Message kind="success">{said}</Message>
        </div>
      )}
      <PageHeader title={words.logIn.title} />
      <LogInForm onLoggedIn={enter} onTry={() => setTried(true)} />
      <p className={styles.below}>
        {words.logIn.noAccount} <Link to="/signup">{words.logIn.signUp}</Link>
      </p>
    </SignInFrame>
  )
}

/** After the log-in: an incomplete profile first, then where the person wanted to go, else where they work. */
async function enter(): Promise<void> {
  const me = await readMe().catch((error: unknown) => {
    clearSession()
    throw error
  })
  handOn(me)
  // Where they wanted to go waits until the profile is complete.
  goTo(me.isProfileComplete ? (takeReturn() ?? homeOf(me.role)) : '/setup-profile')
}
