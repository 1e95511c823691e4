import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { meQuery } from '#client/api/me.ts'
import { takeReturn } from '#client/api/return-to.ts'
import { clearSession } from '#client/api/session.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { homeOf } from '#shared/core/home-of.ts'
import styles from './form.module.css'
import { LogInForm } from './log-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** The log-in screen: / */
export function LogInScreen() {
  const { said } = useLocation().state
  const enter = useEnter()
  return (
    <SignInFrame>
      {said && (
        <div className={styles.said}>
          <Message kind="success">{said}</Message>
        </div>
      )}
      <PageHeader title={words.logIn.title} />
      <LogInForm onLoggedIn={enter} />
      <p className={styles.below}>
        {words.logIn.noAccount} <Link to="/signup">{words.logIn.signUp}</Link>
      </p>
    </SignInFrame>
  )
}

/** After the log-in: an incomplete profile first, then where the person wanted to go, else where they work. */
function useEnter(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    queryClient.removeQueries({ queryKey: meQuery.queryKey })
    const me = await queryClient.fetchQuery(meQuery).catch((error: unknown) => {
      clearSession()
      throw error
    })
    const wanted = takeReturn()
    const href = me.isProfileComplete ? (wanted ?? homeOf(me.role)) : '/setup-profile'
    router.history.push(href)
  }
}
