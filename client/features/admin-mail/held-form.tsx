import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { editEmail } from '#shared/mail/contract.ts'
import styles from './admin-mail.module.css'
import { Newer } from './newer.tsx'
import { useRevision } from './use-revision.ts'
import { words } from './words.ts'

const schema = editEmail.body.omit({ revision: true })

interface Held {
  id: string
  subject: string
  body: string
  revision: number
}

/**
 * Changes the words of a held mail. What somebody else saved meanwhile, or the portal wrote anew as a date moved, takes the place
 * of what nobody changed here; beside what was, it is shown when that is saved.
 */
export function HeldForm({ mail, onUnsent }: { mail: Held; onUnsent: (unsent: boolean) => void }) {
  const say = useToast()
  const client = useQueryClient()
  const revision = useRevision(mail.revision)
  const form = useForm({
    initial: { subject: mail.subject, body: mail.body },
    schema,
    submit: async (parsed, values, keptAs) => {
      const answer = await call(editEmail, {
        params: { emailId: mail.id },
        body: { ...parsed, revision: revision.seen },
      })
      revision.saved(answer.revision)
      keptAs(values)
      say(answer.message)
      await client.invalidateQueries()
    },
    explain: (error) =>
      revision.isStale(error) ? [] : problemsOf(error, words.actionFailed, ['subject', 'body']),
  })
  useAskBeforeLosing(form.unsent)
  useEffect(() => onUnsent(form.unsent), [form.unsent, onUnsent])
  useEffect(() => {
    const { subject, body } = mail
    if (mail.revision < revision.seen || form.unsent || form.busy || revision.newer !== undefined) return
    if (subject === form.values.subject && body === form.values.body && mail.revision === revision.seen)
      return
    form.goOnFrom({ subject, body })
    revision.saved(mail.revision)
  })
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.text('subject')} label={words.subject} />
      <TextArea {...form.text('body')} label={words.body} hint={words.bodyHint} rows={12} />
      {revision.newer && (
        <Newer
          text={revision.newer}
          onKeep={revision.keepMine}
          onTake={({ subject, body }) => {
            form.goOnFrom({ subject, body })
            revision.keepMine()
          }}
        />
      )}
      <Button type="submit" busy={form.busy}>
        {words.save}
      </Button>
    </form>
  )
}
