import { Button } from '#client/ui/button.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { DecisionMode } from './check-decision.ts'
import styles from './decision-form.module.css'
import { words } from './words.ts'

const choices = [
  { mode: 'approve', label: words.accept, look: 'primary' },
  { mode: 'request_change', label: words.provisional, look: 'secondary' },
  { mode: 'decline', label: words.reject, look: 'secondary' },
] as const

/** The verdicts that can be given, all three unless told. */
export function offeredOf(modes: readonly DecisionMode[] | undefined) {
  return choices.filter(({ mode }) => modes?.includes(mode) ?? true)
}

/** A verdict as its button says it. */
export function verdictName(mode: DecisionMode): string {
  return choices.find((choice) => choice.mode === mode)?.label ?? ''
}

interface Props {
  /** Which verdicts can be given; all three unless told. */
  modes: readonly DecisionMode[] | undefined
  /** A saved text that waits to be sent. */
  draft: { mode: DecisionMode | null; savedAt: Timestamp } | undefined
  /** None of them stands out. */
  isEven?: boolean | undefined
  onChoose: (mode: DecisionMode) => void
}

/** The buttons of the verdicts, and the draft that was begun. */
export function DecisionChoices({ modes, draft, isEven = false, onChoose }: Props) {
  const offered = offeredOf(modes)
  const goOn = draft?.mode ?? undefined
  return (
    <>
      {draft && (
        <p className={styles.draft}>
          <span>
            {goOn === undefined ? words.hasDraft : words.hasDraftFor(verdictName(goOn))}{' '}
            <TimeText at={draft.savedAt} />.
          </span>
          {goOn !== undefined && offered.some(({ mode }) => mode === goOn) && (
            <Button look="secondary" small icon="edit" onClick={() => onChoose(goOn)}>
              {words.openDraft}
            </Button>
          )}
        </p>
      )}
      <div className={styles.choices}>
        {offered.map(({ mode, label, look }) => (
          <Button
            key={mode}
            look={isEven ? 'secondary' : look}
            data-mode={mode}
            onClick={() => onChoose(mode)}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}
