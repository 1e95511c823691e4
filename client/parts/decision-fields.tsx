import type { SubmitEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { type DecisionFields, type DecisionMode, tooLongText } from './check-decision.ts'
import { verdictName } from './decision-choices.tsx'
import styles from './decision-form.module.css'
import { MailBefore, type ReadMail } from './mail-before.tsx'
import { words } from './words.ts'

/** What is wrong: with a field, or, without one, with the sending. */
export interface FormProblem {
  field?: keyof DecisionFields
  message: string
}

interface InputsProps {
  id: string
  mode: DecisionMode
  scored: boolean
  fields: DecisionFields
  /** The verdict the text was written for. */
  typedUnder: DecisionMode | null
  problems: readonly FormProblem[]
  /** Who reads the text, where that is not simply the author. */
  whoReads?: string | undefined
  /** What reviewers wrote, where the author reads it only if whoever decides passes it on. */
  reviewsText?: string | undefined
  onField: (change: Partial<DecisionFields>) => void
}

interface Props extends InputsProps {
  /** What stands above each form, where the verdict's name alone could be missed. */
  titles?: Readonly<Record<DecisionMode, string>> | undefined
  busy: boolean
  /** Reads the mail that the decision would send. */
  readMail?: ReadMail | undefined
  onSubmit: (event: SubmitEvent) => void
  onCancel: () => void
}

/** The form of one verdict. */
export function FieldsOfDecision(props: Props) {
  const { mode, fields, titles, busy, readMail, onSubmit, onCancel } = props
  const comments = fields.text.trim()
  const name = verdictName(mode)
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit} aria-label={name}>
      <h3 tabIndex={-1}>{titles?.[mode] ?? name}</h3>
      <InputsOfDecision {...props} />
      <div className={styles.choices}>
        {/* Busy, not disabled: a disabled button would let the focus fall. */}
        <Button type="submit" look={mode === 'decline' ? 'danger' : 'primary'} busy={busy}>
          {words.submit}
        </Button>
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
      {readMail !== undefined && (mode === 'approve' || comments !== '') && (
        <MailBefore decision={{ verdict: mode, comments }} read={readMail} />
      )}
    </form>
  )
}

/** What a verdict asks for: score, text, and the word that confirms a rejection. */
export function InputsOfDecision(props: InputsProps) {
  const { id, mode, scored, fields, typedUnder, problems, onField } = props
  const { whoReads, reviewsText } = props
  const part = (field: keyof DecisionFields) => ({
    id: `${id}-${field}`,
    name: field,
    error: problems.find((problem) => problem.field === field)?.message,
  })
  const isForeign = typedUnder !== null && typedUnder !== mode && fields.text.trim() !== ''
  return (
    <>
      <ErrorSummary
        id={`${id}-problems`}
        problems={problems.map(({ field, message }) =>
          field === undefined ? { message } : { message, target: `${id}-${field}` },
        )}
      />
      {scored && mode !== 'decline' && (
        <div className={styles.score}>
          <TextField
            {...part('score')}
            label={words.score}
            input={{ inputMode: 'decimal', autoComplete: 'off' }}
            value={fields.score}
            onValue={(score) => onField({ score })}
          />
        </div>
      )}
      <TextArea
        {...part('text')}
        // Said while it is typed: a long text is not shortened in a moment.
        error={part('text').error ?? tooLongText(fields.text)}
        label={textLabel(mode)}
        hint={
          isForeign ? words.writtenFor(verdictName(typedUnder)) : (whoReads ?? whoReadsIt(mode, reviewsText))
        }
        value={fields.text}
        onValue={(text) => onField({ text })}
        rows={6}
      />
      {reviewsText && (
        <p>
          <Button
            look="quiet"
            onClick={() => {
              onField({ text: [fields.text.trimEnd(), reviewsText].filter(Boolean).join('\n\n') })
              document.getElementById(`${id}-text`)?.focus()
            }}
          >
            {words.putInReviews}
          </Button>
        </p>
      )}
      {mode === 'decline' && (
        <TextField
          {...part('confirm')}
          label={words.typeReject}
          input={{ autoComplete: 'off' }}
          value={fields.confirm}
          onValue={(confirm) => onField({ confirm })}
        />
      )}
    </>
  )
}

function whoReadsIt(mode: DecisionMode, reviewsText: string | undefined): string | undefined {
  if (reviewsText !== undefined) return words.authorReadsThisAlone
  return mode === 'decline' ? words.authorReads : undefined
}

function textLabel(mode: DecisionMode): string {
  if (mode === 'approve') return words.commentsOptional
  return mode === 'decline' ? words.rejectionReason : words.commentsRequired
}
