import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { checkDecision, type DecisionMode, type DecisionProblem } from './check-decision.ts'
import styles from './decision-form.module.css'
import { words } from './words.ts'

export interface Decided {
  mode: DecisionMode
  score: number | null
  text: string
}

interface Props {
  /** Reviewers give a score. */
  scored: boolean
  /** Which verdicts can be given; all three unless told. */
  modes?: readonly DecisionMode[]
  score?: string
  text?: string
  /** Told what is typed, for drafts. */
  onTyped?: (typed: { score: string; text: string }) => void
  /** Sends it. When it fails, the form stays with all that was typed. */
  onDecide: (decided: Decided) => Promise<unknown>
}

const choices = [
  { mode: 'approve', label: words.accept, look: 'primary' },
  { mode: 'request_change', label: words.provisional, look: 'secondary' },
  { mode: 'decline', label: words.reject, look: 'danger' },
] as const

/** The three verdicts; each opens its form in place, Cancel closes it (portal.md §2, §5). */
export function DecisionForm({
  scored,
  modes,
  score: kept = '',
  text: keptText = '',
  onTyped,
  onDecide,
}: Props) {
  const id = useId()
  const [mode, setMode] = useState<DecisionMode>()
  const [fields, setFields] = useState({ score: kept, text: keptText, confirm: '' })
  const [problems, setProblems] = useState<DecisionProblem[]>([])
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const offered = choices.filter((choice) => modes?.includes(choice.mode) ?? true)

  const set = (change: Partial<typeof fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    setProblems((before) => before.filter((problem) => !(problem.field in change)))
    onTyped?.({ score: next.score, text: next.text })
  }
  const submit = async () => {
    if (mode === undefined || sending.current) return
    const found = checkDecision(mode, fields, scored)
    setProblems(found)
    if (found.length > 0) return
    sending.current = true
    setBusy(true)
    try {
      const score = scored && mode !== 'decline' ? Number(fields.score) : null
      await onDecide({ mode, score, text: fields.text.trim() })
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  const part = (field: DecisionProblem['field']) => ({
    id: `${id}-${field}`,
    name: field,
    error: problems.find((problem) => problem.field === field)?.message,
  })

  if (mode === undefined) {
    return (
      <div className={styles.choices}>
        {offered.map((choice) => (
          <Button key={choice.mode} look={choice.look} onClick={() => setMode(choice.mode)}>
            {choice.label}
          </Button>
        ))}
      </div>
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={send} aria-label={labelOf(mode)}>
      <h3>{labelOf(mode)}</h3>
      <ErrorSummary
        id={`${id}-problems`}
        problems={problems.map(({ field, message }) => ({ message, target: `${id}-${field}` }))}
      />
      {scored && mode !== 'decline' && (
        <TextField
          {...part('score')}
          label={words.score}
          input={{ inputMode: 'decimal' }}
          value={fields.score}
          onValue={(score) => set({ score })}
        />
      )}
      <TextArea
        {...part('text')}
        label={textLabel(mode)}
        value={fields.text}
        onValue={(text) => set({ text })}
        rows={8}
      />
      {mode === 'decline' && (
        <TextField
          {...part('confirm')}
          label={words.typeReject}
          input={{ autoComplete: 'off' }}
          value={fields.confirm}
          onValue={(confirm) => set({ confirm })}
        />
      )}
      <div className={styles.choices}>
        <Button type="submit" look={mode === 'decline' ? 'danger' : 'primary'} busy={busy} disabled={busy}>
          {words.submit}
        </Button>
        <Button
          look="secondary"
          disabled={busy}
          onClick={() => {
            setMode(undefined)
            setProblems([])
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function labelOf(mode: DecisionMode): string {
  return choices.find((choice) => choice.mode === mode)?.label ?? ''
}

function textLabel(mode: DecisionMode): string {
  if (mode === 'approve') return words.commentsOptional
  return mode === 'decline' ? words.rejectionReason : words.commentsRequired
}
