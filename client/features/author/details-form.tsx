import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isStale } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { TopicsChoice } from '#client/parts/topics-choice.tsx'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import type { Problem } from '#client/ui/form.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import type { SubmissionDetails } from '#shared/submissions/details.ts'
import { saveDetails } from './calls.ts'
import { CoAuthorFields } from './co-author-fields.tsx'
import { fieldsOf, loadDetailsSchema, typedIn } from './details-fields.ts'
import styles from './details-form.module.css'
import { detailsWords as words } from './details-words.ts'
import { StaleDetails } from './stale-details.tsx'

interface Props {
  abstractId: string
  /** As they were when the form opened: what comes later is only shown when it stands against what was typed. */
  details: SubmissionDetails
  proposedTitle: string | null
}

/** Title, topics and co-authors, saved together over the revision they were typed over. */
export function DetailsForm({ abstractId, details, proposedTitle }: Props) {
  const say = useToast()
  const client = useQueryClient()
  // A ref beside the state: what is sent right after the choice knows it already.
  const [base, setBase] = useState(details)
  const over = useRef(details)
  const [newer, setNewer] = useState<SubmissionDetails>()
  const [saved, setSaved] = useState(false)
  const form = useForm({
    initial: fieldsOf(details),
    schema: loadDetailsSchema,
    submit: async ({ title, ...parsed }, typed) => {
      // A title left alone is not sent: one may have been read from the PDF since the form opened.
      const given = typed['title'] === over.current.title ? {} : { title }
      const body = { ...parsed, ...given, revision: over.current.revision }
      const answer = await call(saveDetails, { params: { abstractId }, body })
      setSaved(true)
      say(answer.message)
      await client.invalidateQueries()
    },
    explain: (error): Problem[] => {
      const theirs = newerIn(error)
      setNewer(theirs)
      if (theirs !== undefined && form.values['title'] === over.current.title) form.set('title', theirs.title)
      return theirs === undefined ? problemsOf(error, words.saveFailed, Object.keys(form.values)) : []
    },
  })
  const goOnFrom = (theirs: SubmissionDetails) => {
    over.current = theirs
    setBase(theirs)
    setNewer(undefined)
  }
  const isChanged = JSON.stringify(typedIn(form.values)) !== JSON.stringify(typedIn(fieldsOf(base)))
  useAskBeforeLosing(isChanged && !saved)
  useEffect(() => {
    if (saved) navigate({ to: '/author', search: { view: 'details', abstractId } })
  }, [saved, abstractId])
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.text('title')} label={words.title} hint={words.titleHint} />
      {proposedTitle !== null && proposedTitle !== form.values['title'] && (
        <p className={styles.proposed}>
          {words.proposed(proposedTitle)}{' '}
          <Button look="secondary" small onClick={() => form.set('title', proposedTitle)}>
            {words.useProposed}
          </Button>
        </p>
      )}
      <TopicsChoice
        kept={details.topics}
        chosen={typedIn(form.values).topics}
        onChosen={(topics) => form.set('topics', topics.join('\n'))}
      />
      <CoAuthorFields form={form} />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {words.save}
        </Button>
        <Link className={buttonClass('secondary')} to="/author" search={{ view: 'details', abstractId }}>
          {words.cancel}
        </Link>
      </div>
      {newer && (
        <StaleDetails
          mine={typedIn(form.values)}
          theirs={newer}
          onClose={() => setNewer(undefined)}
          onMine={() => {
            goOnFrom(newer)
            form.send()
          }}
          onTheirs={() => {
            goOnFrom(newer)
            form.setAll(fieldsOf(newer))
          }}
        />
      )}
    </form>
  )
}

/** The newer details that a refusal carries. */
function newerIn(error: unknown): SubmissionDetails | undefined {
  if (!isStale(error)) return undefined
  // The refusal's details are what the contract promises of them; the server's tests hold it to that.
  return (error.data as { details: SubmissionDetails }).details
}
