import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { Audience } from '#shared/mail/audience.ts'
import { previewMessage, testMessage } from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { AudienceFields } from './audience-fields.tsx'
import { PastMessages } from './past-messages.tsx'
import { SendPanel } from './send-panel.tsx'
import { words } from './words.ts'

/** What was looked at last: sending takes exactly that. */
interface Looked {
  audience: Audience
  subject: string
  body: string
  /** As it stood in the fields; what is sent differs from it where signs were typed that a mail does not have. */
  typed: { subject: string; body: string }
  seen: AnswerOf<typeof previewMessage>
}

/** A message to a group: whom it reaches and how it arrives is seen before it can be sent. */
export function WriteView() {
  const id = useId()
  const [audience, setAudience] = useState<Audience>({ who: 'authors', stage: 'any' })
  const [looked, setLooked] = useState<Looked>()
  const [round, setRound] = useState(0)
  const form = useForm({
    initial: { subject: '', body: '' },
    schema: testMessage.body,
    submit: async (parsed, typed) => {
      const seen = await call(previewMessage, { body: { ...parsed, audience } })
      setLooked({ ...parsed, typed, audience, seen })
    },
    explain: (error) => problemsOf(error, words.actionFailed, ['subject', 'body']),
  })
  useAskBeforeLosing(form.values.subject !== '' || form.values.body !== '')
  const isSame =
    looked !== undefined &&
    looked.audience === audience &&
    looked.typed.subject === form.values.subject &&
    looked.typed.body === form.values.body
  const test = useDeed({
    run: (given: Looked) => call(testMessage, { body: { subject: given.subject, body: given.body } }),
    fallback: words.actionFailed,
    done: ({ message }) => message,
  })
  return (
    <>
      <PageHeader
        title={words.write}
        lead={words.writeLead}
        back={<BackLink to="/admin/mail">{words.backToMail}</BackLink>}
      />
      <div className={styles.notices}>
        <KeptHere />
      </div>
      <form className={styles.form} {...form.form}>
        <ErrorSummary {...form.summary} />
        <AudienceFields id={id} audience={audience} onAudience={setAudience} />
        <TextField {...form.text('subject')} label={words.subject} />
        <TextArea {...form.text('body')} label={words.typed} hint={words.typedHint} rows={10} />
        <Button type="submit" look={isSame ? 'secondary' : 'primary'} busy={form.busy}>
          {words.look}
        </Button>
      </form>
      {isSame && (
        <SendPanel
          {...looked}
          test={test.busy}
          onTest={() => test.start(looked)}
          onSent={() => {
            setLooked(undefined)
            form.set('subject', '')
            form.set('body', '')
            setRound(round + 1)
          }}
        />
      )}
      <PastMessages />
    </>
  )
}
