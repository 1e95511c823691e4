import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { scopeOf } from '#shared/mail/choosable.ts'
import type { readUnsubscribe } from '#shared/mail/preferences.ts'
import { readUnsubscribeCall, unsubscribeCall } from './calls.ts'
import styles from './form.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './words.ts'

/** Where a mail's link leads: /unsubscribe?token=… Nothing changes before the button is pressed (RFC 8058 §3.2). */
export function UnsubscribeScreen() {
  const { token = '' } = useSearch('/unsubscribe')
  const scope = scopeOf(token)
  const [standing, setStanding] = useStanding(scope === undefined ? undefined : token)
  const { good, stopped } = standing
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
          <Stopping token={token} standing={standing} onChange={setStanding} />
        )}
      </div>
      <p className={styles.below}>
        <Link to="/profile">{words.unsubscribe.choose}</Link>
      </p>
    </SignInFrame>
  )
}

type Standing = AnswerOf<typeof readUnsubscribe>
/** Until it is known, or where it cannot be, the button stands. */
const unknown: Standing = { good: true, stopped: false, back: false }

/** Asks at once how a link stands; what a press changes is kept with it. */
function useStanding(token: string | undefined) {
  const [known, setKnown] = useState<{ of: string; standing: Standing }>()
  useEffect(() => {
    if (token === undefined) return
    call(readUnsubscribeCall, { params: { link: token } }).then(
      (standing) => setKnown((before) => (before?.of === token ? before : { of: token, standing })),
      () => undefined,
    )
  }, [token])
  const change = (standing: Standing) => token !== undefined && setKnown({ of: token, standing })
  return [known !== undefined && known.of === token ? known.standing : unknown, change] as const
}

interface Props {
  token: string
  standing: Standing
  onChange: (standing: Standing) => void
}

function Stopping({ token, standing: { stopped, back }, onChange }: Props) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string }>()
  // A second click may come before `busy` is drawn.
  const running = useRef(false)
  const post = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const { message, ...now } = await call(unsubscribeCall, {
        params: { link: token },
        body: { back: stopped },
      })
      onChange({ good: true, ...now })
      setSaid({ kind: 'success', text: message })
    } catch (error) {
      setSaid({ kind: 'error', text: messageOf(error, words.unsubscribe.failed) })
    }
    running.current = false
    setBusy(false)
  }
  return (
    <>
      {!stopped && <p>{words.unsubscribe.text}</p>}
      {said !== undefined && <Message kind={said.kind}>{said.text}</Message>}
      {stopped && said === undefined && <Message>{words.unsubscribe.already}</Message>}
      {(!stopped || back) && (
        <Button look={stopped ? 'secondary' : 'primary'} busy={busy} onClick={() => void post()}>
          {stopped ? words.unsubscribe.back : words.unsubscribe.submit}
        </Button>
      )}
    </>
  )
}
