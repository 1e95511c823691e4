import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { freshLinks } from '#client/api/fresh-links.ts'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { MailFrame } from '#client/parts/mail-frame.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { sizeText } from '#client/ui/size-text.ts'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { Timeline } from '#client/ui/timeline.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { readEmail, releaseEmails, retryEmail } from '#shared/mail/contract.ts'
import styles from './admin-mail.module.css'
import { AskingButton, DiscardButton } from './asking-buttons.tsx'
import { HeldForm } from './held-form.tsx'
import { MailHeaders } from './mail-headers.tsx'
import { pillOf, stateText } from './pill-of.ts'
import { words } from './words.ts'

type Mail = AnswerOf<typeof readEmail>

const back = <BackLink to="/admin/mail">{words.backToMail}</BackLink>

/** One mail: what became of it, and its text; a held one can be changed and let go. */
export function MailView({ emailId }: { emailId: string }) {
  const query = useQuery({ ...queryOf(readEmail, { params: { emailId } }), ...freshLinks })
  const [unsent, setUnsent] = useState(false)
  if (query.data === undefined)
    return <Opening title={words.title} back={back} reading={query} failed={words.failed} />
  const mail = query.data
  return (
    <>
      <PageHeader
        title={mail.subject}
        lead={`${words.to} ${mail.toName === '' ? mail.toAddress : `${mail.toName} <${mail.toAddress}>`}`}
        back={back}
        actions={<StatusPill kind={pillOf[mail.state]}>{stateText(mail)}</StatusPill>}
      />
      {mail.state !== 'discarded' && <KeptHere />}
      {mail.state === 'held' ? <HeldDeeds mail={mail} unsent={unsent} /> : <Deeds mail={mail} />}
      <Panel title={words.history}>
        <History mail={mail} />
      </Panel>
      {mail.state !== 'discarded' && (
        <Panel title={words.headers}>
          <MailHeaders headers={mail.headers} />
        </Panel>
      )}
      {mail.state === 'held' && (
        <Panel title={words.edit} raised>
          <HeldForm mail={mail} onUnsent={setUnsent} />
        </Panel>
      )}
      <Panel title={words.message}>
        <MailFrame {...mail} isTitled />
        <Attachments mail={mail} />
        <p className={styles.quiet}>{words.hidden}</p>
      </Panel>
    </>
  )
}

const options = { fallback: words.actionFailed, done: ({ message }: { message: string }) => message }

/** What is so no longer is not sent again: why stands in the button’s place. */
function Deeds({ mail: { id, state, outOfDate } }: { mail: Mail }) {
  const again = useDeed({ run: () => call(retryEmail, { params: { emailId: id } }), ...options })
  if (state === 'discarded') return null
  if (outOfDate !== null) return <Message kind="info">{words.notAgain(outOfDate)}</Message>
  return (
    <p className={styles.buttons}>
      <Button look="secondary" busy={again.busy} onClick={() => again.start(undefined)}>
        {words.sendAgain}
      </Button>
    </p>
  )
}

/** A held mail is sent as it was saved, or never; what it says that holds no longer is said, and asked about first. */
function HeldDeeds({ mail: { id, holdsNoLonger, outOfDate }, unsent }: { mail: Mail; unsent: boolean }) {
  const [tried, setTried] = useState(false)
  const release = useDeed({ run: () => call(releaseEmails, { body: { ids: [id] } }), ...options })
  if (outOfDate !== null)
    return (
      <>
        <Message kind="info">{words.notSent(outOfDate)}</Message>
        <p className={styles.buttons}>
          <DiscardButton ids={[id]} />
        </p>
      </>
    )
  return (
    <>
      {holdsNoLonger.length > 0 && (
        <div className={styles.warning}>
          <Message>{`${words.holdsNoLonger} ${holdsNoLonger.join(' ')}`}</Message>
        </div>
      )}
      <p className={styles.buttons}>
        {holdsNoLonger.length > 0 && !unsent ? (
          <AskingButton
            look="primary"
            label={words.release}
            confirm={words.releaseAnyway}
            run={() => call(releaseEmails, { body: { ids: [id], anyway: true } })}
          >
            {holdsNoLonger.join(' ')}
          </AskingButton>
        ) : (
          <Button busy={release.busy} onClick={() => (unsent ? setTried(true) : release.start(undefined))}>
            {words.release}
          </Button>
        )}
        <DiscardButton ids={[id]} />
      </p>
      {tried && unsent && <Message kind="error">{words.saveFirst}</Message>}
    </>
  )
}

/** What goes with the mail: name, type, size, and a link to it. */
function Attachments({ mail: { attachments } }: { mail: Mail }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.attachments} aria-label={words.attachments}>
      {attachments.map(({ fileName, mime, size, downloadUrl }) => (
        <li key={fileName}>
          {words.attached}{' '}
          <a href={downloadUrl} download>
            {fileName}
          </a>
          , {words.types[mime] ?? mime}, {sizeText(size)}
        </li>
      ))}
    </ul>
  )
}

function History({ mail }: { mail: Mail }) {
  const idNow = mail.headers.lines.find(({ name }) => name === 'Message-ID')?.value
  const steps = mail.events.map(({ at, deed, answer, messageId, by }, index) => ({
    key: String(index),
    title: words.deeds[deed],
    at,
    state: 'done' as const,
    note: [
      answer === '' ? [] : words.said(answer),
      by === null ? [] : words.by(by),
      messageId === null || messageId === idNow ? [] : words.under(messageId),
    ]
      .flat()
      .join(' '),
  }))
  const first = { key: 'written', title: words.written, at: mail.createdAt, state: 'done' as const }
  const waits = mail.sending ? words.beingSent : words.waits
  const last = mail.state === 'queued' ? [{ key: 'waits', title: waits, state: 'next' as const }] : []
  return <Timeline label={words.history} steps={[first, ...steps, ...last]} />
}
