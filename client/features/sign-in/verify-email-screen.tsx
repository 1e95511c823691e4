import { Link } from '#client/navigation/link.tsx'
import { useSearch, useTold } from '#client/navigation/use-place.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import styles from './form.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { useConfirmation } from './use-confirmation.ts'
import { words } from './words.ts'

/** Where the mailed link leads: /verify-email?token=… */
export function VerifyEmailScreen() {
  const { token } = useSearch('/verify-email')
  const { said } = useTold()
  return (
    <SignInFrame>
      <PageHeader title={words.verify.title} />
      <div className={styles.form}>
        {token !== undefined && <Confirming token={token} />}
        {token === undefined && said !== undefined && <Confirmed said={said} />}
        {token === undefined && said === undefined && <NotConfirmed why={words.verify.noToken} />}
      </div>
    </SignInFrame>
  )
}

function Confirmed({ said }: { said: string }) {
  return (
    <>
      <Message kind="success">{said}</Message>
      <Link to="/" className={buttonClass()}>
        {words.verify.logIn}
      </Link>
    </>
  )
}

function Confirming({ token }: { token: string }) {
  const { confirmation, again } = useConfirmation(token)
  if (confirmation.state === 'working') return <Message>{words.verify.working}</Message>
  if (confirmation.state === 'done') return <Confirmed said={confirmation.said} />
  return <NotConfirmed why={confirmation.said} again={confirmation.state === 'failed' ? again : undefined} />
}

/** Why the address is not confirmed, how to get another link, and the way back. */
function NotConfirmed({ why, again }: { why: string; again?: (() => void) | undefined }) {
  return (
    <>
      <Message kind="error">{why}</Message>
      <p>{words.verify.help}</p>
      {again && <Button onClick={again}>{words.verify.again}</Button>}
      <Link to="/" className={buttonClass(again ? 'secondary' : 'primary')}>
        {words.backToLogIn}
      </Link>
    </>
  )
}
