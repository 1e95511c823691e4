import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { MailFrame } from '#client/parts/mail-frame.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import {
  previewEmailTemplate,
  type readEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
  testEmailTemplate,
} from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { Newer } from './newer.tsx'
import { Placeholders } from './placeholders.tsx'
import { useRevision } from './use-revision.ts'
import { words } from './words.ts'

type Rendered = AnswerOf<typeof previewEmailTemplate>

const schema = saveEmailTemplate.body.omit({ revision: true })
const fields = ['subject', 'body', 'button']

/**
 * Subject, text and button of a message; what is wrong with a placeholder is said at its field. What a colleague saved
 * meanwhile takes the place of what nobody changed here; beside what was, it is shown when that is saved.
 */
export function TextForm({ template }: { template: AnswerOf<typeof readEmailTemplate> }) {
  const id = useId()
  const say = useToast()
  const client = useQueryClient()
  const params = { key: template.key }
  const revision = useRevision(template.revision)
  const [asksReset, setAsksReset] = useState(false)
  const [abstractId, setAbstractId] = useState('')
  const [seen, setSeen] = useState<Rendered>()
  const form = useForm({
    initial: { ...template.text },
    schema,
    submit: async (parsed, values, keptAs) => {
      const answer = await call(saveEmailTemplate, { params, body: { ...parsed, revision: revision.seen } })
      revision.saved(answer.revision)
      keptAs(values)
      say(answer.message)
      await client.invalidateQueries()
    },
    explain: (error) => (revision.isStale(error) ? [] : problemsOf(error, words.actionFailed, fields)),
  })
  useAskBeforeLosing(form.unsent)
  useEffect(() => {
    if (template.revision <= revision.seen || form.unsent || form.busy || revision.newer !== undefined) return
    form.goOnFrom({ ...template.text })
    revision.saved(template.revision)
  })
  const draft = () => ({
    ...form.values,
    ...(abstractId.trim() === '' ? {} : { abstractId: abstractId.trim() }),
  })
  /** Shows at the fields what the server finds wrong with a text that is only to be looked at. */
  const trying = async <T,>(run: () => Promise<T>): Promise<T | undefined> => {
    form.setProblems([])
    try {
      return await run()
    } catch (error) {
      form.setProblems(problemsOf(error, words.actionFailed, fields))
      return undefined
    }
  }
  const preview = useDeed({
    run: () => trying(() => call(previewEmailTemplate, { params, body: draft() })),
    fallback: words.actionFailed,
    after: setSeen,
  })
  const test = useDeed({
    run: () => trying(() => call(testEmailTemplate, { params, body: draft() })),
    fallback: words.actionFailed,
    after: (answer) => {
      if (answer !== undefined) say(answer.message)
    },
  })
  const reset = useDeed({
    run: () => call(resetEmailTemplate, { params, body: { revision: revision.seen } }),
    fallback: words.actionFailed,
    done: ({ message }) => message,
    inPlace: true,
    failed: (error) => {
      // What is typed here stays, with what somebody else saved beside it to choose; otherwise that is read anew.
      if (form.unsent && revision.isStale(error)) setAsksReset(false)
    },
    after: () => {
      // What was typed is given up: what is read next takes its place.
      form.goOnFrom(form.values)
      setAsksReset(false)
    },
  })
  return (
    <>
      <form className={styles.form} {...form.form}>
        <ErrorSummary {...form.summary} />
        <TextField {...form.text('subject')} label={words.subject} />
        <TextArea {...form.text('body')} label={words.body} hint={words.bodyHint} rows={14} />
        <Placeholders all={template.placeholders} />
        <TextField {...form.text('button')} label={words.button} />
        {revision.newer && (
          <Newer
            text={revision.newer}
            onKeep={revision.keepMine}
            onTake={({ subject, body, button }) => {
              form.goOnFrom({ subject, body, button })
              revision.keepMine()
            }}
          />
        )}
        <p className={styles.buttons}>
          <Button type="submit" busy={form.busy}>
            {words.saveText}
          </Button>
          {template.edited && (
            <Button
              look="quiet"
              onClick={() => {
                reset.forget()
                setAsksReset(true)
              }}
            >
              {words.reset}
            </Button>
          )}
        </p>
        {template.changedAt !== null && (
          <p className={styles.quiet}>
            {words.lastChanged} <TimeText at={template.changedAt} />{' '}
            {template.changedBy !== null && words.by(template.changedBy)}
          </p>
        )}
      </form>
      <Panel title={words.preview}>
        <div className={styles.form}>
          <TextField
            id={`${id}-abstract`}
            name="abstractId"
            label={words.submission}
            hint={words.submissionHint}
            value={abstractId}
            onValue={setAbstractId}
          />
          <KeptHere />
          <p className={styles.buttons}>
            <Button look="secondary" busy={preview.busy} onClick={() => preview.start(undefined)}>
              {words.preview}
            </Button>
            <Button look="secondary" busy={test.busy} onClick={() => test.start(undefined)}>
              {words.test}
            </Button>
          </p>
        </div>
        {seen && <MailFrame {...seen} />}
      </Panel>
      <ConfirmDialog
        open={asksReset}
        title={words.reset}
        confirm={words.reset}
        cancel={words.cancel}
        danger
        busy={reset.busy}
        problem={reset.problem}
        onConfirm={() => reset.start(undefined)}
        onCancel={() => setAsksReset(false)}
      >
        {words.resetAsk}
      </ConfirmDialog>
    </>
  )
}
