import { useState } from 'react'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { MailFrame } from '#client/parts/mail-frame.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { Audience } from '#shared/mail/audience.ts'
import { type previewMessage, sendMessage } from '#shared/mail/desk-contract.ts'
import { leftOutInWords, waysInWords } from '#shared/mail/reach.ts'
import styles from './admin-mail.module.css'
import { audienceInWords } from './audience-fields.tsx'
import { words } from './words.ts'

/** A longer list of recipients is opened when it is wanted. */
const SHOWN_AT_ONCE = 12

interface Props {
  audience: Audience
  subject: string
  body: string
  seen: AnswerOf<typeof previewMessage>
  /** A test is on its way. */
  test: boolean
  onTest: () => void
  onSent: () => void
}

/** Who gets a message and how it arrives, with the ways to try it and to send it. */
export function SendPanel({ audience, subject, body, seen, test, onTest, onSent }: Props) {
  const [asks, setAsks] = useState(false)
  /** That just this was sent before, in the server's words, which ask whether to send it again. */
  const [sentBefore, setSentBefore] = useState<string>()
  const { count, reach, stamp, people } = seen
  const send = useDeed({
    run: async (again: boolean) => {
      try {
        return await call(sendMessage, {
          body: { audience, subject, body, count, stamp, again },
          timeout: 120_000,
        })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'already_exists') setSentBefore(error.message)
        throw error
      }
    },
    fallback: words.actionFailed,
    done: ({ message }) => message,
    after: onSent,
    inPlace: true,
  })
  const ask = () => {
    send.forget()
    setSentBefore(undefined)
    setAsks(true)
  }
  const leftOut = leftOutInWords(reach)
  if (count === 0)
    return (
      <Message>
        {words.nobody} {leftOut}
      </Message>
    )
  return (
    <Panel title={words.recipients(count)} raised>
      <p>{audienceInWords(audience)}</p>
      <p>{words.reach(waysInWords(reach))}</p>
      {leftOut !== '' && <p>{leftOut}</p>}
      <details open={people.length <= SHOWN_AT_ONCE}>
        <summary>{words.recipientsByName}</summary>
        <ul className={styles.people}>
          {people.map(({ name, email }) => (
            <li key={email}>
              {name} · {email}
            </li>
          ))}
          {count > people.length && <li>{words.more(count - people.length)}</li>}
        </ul>
      </details>
      <MailFrame {...seen} />
      <p className={styles.buttons}>
        <Button onClick={ask}>{words.send(count)}</Button>
        <Button look="secondary" busy={test} onClick={onTest}>
          {words.test}
        </Button>
      </p>
      <ConfirmDialog
        open={asks}
        title={words.send(count)}
        confirm={sentBefore ? words.sendTwice(count) : words.send(count)}
        cancel={words.cancel}
        busy={send.busy}
        problem={send.problem === sentBefore ? undefined : send.problem}
        onConfirm={() => send.start(sentBefore !== undefined)}
        onCancel={() => setAsks(false)}
      >
        {sentBefore ?? words.sendAsk}
      </ConfirmDialog>
    </Panel>
  )
}
