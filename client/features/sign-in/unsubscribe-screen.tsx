import { useEffect, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { scopeOf } from '#shared/mail/choosable.ts'
import { readUnsubscribeCall, unsubscribeCall } from './calls.ts'
import styles from './form.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** Where a mail's link leads: /unsubscribe?token=… Nothing changes before the button is pressed (RFC 8058 §3.2). */
export function UnsubscribeScreen() {
  const { token = '' } = useSearch('/unsubscribe')
  const scope = scopeOf(token)
  const [stopped, setStopped] = useState(false)
  const good = useIsGood(scope === undefined ? undefined : token)
  return (
    <SignInFrame>
      <PageHeader
        title={words.unsubscribe.title}
        {...(scope !== undefined && good && !stopped && { lead: words.unsubscribe.lead[scope] })}
      />
      <div className={styles.form}>
        {scope === undefined ? (
          <Message kind="error">{words.unsubscribe.noToken}</Message>
        ) : !good ? (
          <Message kind="error">{words.unsubscribe.notGood}</Message>
        ) : (
          <Stopping token={token} stopped={stopped} onStopped={setStopped} />
        )}
      </div>
      <p className={styles.below}>
        <Link to="/profile">{words.unsubscribe.choose}</Link>
      </p>
    </SignInFrame>
  )
}

/** Asks at once whether the link is good; until that is known, or where it cannot be, the button stands. */
function useIsGood(token: string | undefined): boolean {
  const [bad, setBad] = useState<string>()
  useEffect(() => {
    if (token === undefined) return
    call(readUnsubscribeCall, { params: { link: token } }).then(
      ({ good }) => setBad(good ? undefined : token),
      () => undefined,
    )
  }, [token])
  return token === undefined || bad !== token
}

interface Props {
  token: string
  stopped: boolean
  onStopped: (stopped: boolean) => void
}

function Stopping({ token, stopped, onStopped }: Props) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string }>()
  const post = async () => {
    setBusy(true)
    try {
      const { message } = await call(unsubscribeCall, { params: { link: token }, body: { back: stopped } })
      onStopped(!stopped)
      setSaid({ kind: 'success', text: message })
    } catch (error) {
      setSaid({ kind: 'error', text: messageOf(error, words.unsubscribe.failed) })
    }
    setBusy(false)
  }
  return (
    <>
      {!stopped && <p>{words.unsubscribe.text}</p>}
      {said !== undefined && <Message kind={said.kind}>{said.text}</Message>}
      <Button look={stopped ? 'secondary' : 'primary'} busy={busy} onClick={() => void post()}>
        {stopped ? words.unsubscribe.back : words.unsubscribe.submit}
      </Button>
    </>
  )
}
