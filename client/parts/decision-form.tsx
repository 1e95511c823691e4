import { type ReactNode, type SubmitEvent, use, useEffect, useId, useRef, useState } from 'react'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { isSameMoment } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { checkDecision, type DecisionFields, type DecisionMode, scoreIn } from './check-decision.ts'
import { useCommands } from './commands/commands.ts'
import { words as commandWords } from './commands/words.ts'
import { DecisionChoices, offeredOf } from './decision-choices.tsx'
import { FieldsOfDecision, type FormProblem } from './decision-fields.tsx'
import type { ReadMail } from './mail-before.tsx'
import { problemsOf } from './problems-of.ts'
import { ShowForm, ShowPaper } from './show-form.ts'
import { UnsentDecision } from './unsent-decision.tsx'
import { words } from './words.ts'

export interface Decided {
  mode: DecisionMode
  score: number | null
  text: string
  /** When what it decides on had last changed, as read when the form was opened. */
  updatedAt: Timestamp | undefined
}

/** A decision as typed so far; `mode` is the verdict it was typed under, where that is known. */
export interface TypedDecision {
  mode: DecisionMode | null
  score: string
  text: string
}

interface Props {
  /** Reviewers give a score. */
  scored: boolean
  /** When what is decided on last changed. */
  read: Timestamp
  /** Which verdicts can be given; all three unless told. */
  modes?: readonly DecisionMode[]
  /** No verdict stands out among the three. */
  isEven?: boolean
  /** What was typed before, and when it was saved. */
  kept?: TypedDecision
  savedAt?: Timestamp | undefined
  /** What stands above each form. */
  titles?: Readonly<Record<DecisionMode, string>>
  /** The form that is open at first. */
  openAs?: DecisionMode | undefined
  /** Told what is typed, for drafts, and in which form. */
  onTyped?: (typed: TypedDecision, openNow: DecisionMode | undefined) => void
  /** Sends it. When it throws, the form stays with all that was typed and says why. */
  onDecide: (decided: Decided) => Promise<unknown>
  /** Reads the mail that the decision would send, for who may see it beforehand. */
  readMail?: ReadMail
  /** Who reads the text, where that is not simply the author. */
  whoReads?: string | undefined
  /** What reviewers wrote, empty where nothing, in the form of who decides in their place: it can be put into the text. */
  reviewsText?: string
  /** Stands here once there is nothing to decide any more; text that could not be sent stays beside it. */
  closed?: ReactNode
  /** Stands beside `closed` where the form was not open. */
  unsent?: ReactNode
}

const nothing: TypedDecision = { mode: null, score: '', text: '' }

/** The three verdicts; each opens its form in place, Cancel closes it (portal.md §2, §5). */
export function DecisionForm(props: Props) {
  const { scored, read, modes, isEven, kept = nothing, savedAt, openAs, onTyped, onDecide, closed } = props
  const id = useId()
  const [mode, setMode] = useState(openAs)
  const [fields, setFields] = useState<DecisionFields>({ score: kept.score, text: kept.text, confirm: '' })
  const [typedUnder, setTypedUnder] = useState(kept.mode)
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState(read)
  const sending = useRef(false)
  const place = useFocusOnExchange(mode)
  const showForm = use(ShowForm)
  const showPaper = use(ShowPaper)
  const open = (chosen: DecisionMode) => {
    setOpened(read)
    setMode(chosen)
  }
  // What is saved as it is typed is not lost.
  const isUnsent = mode !== undefined && closed === undefined && fields.text.trim() !== ''
  useAskBeforeLeaving(isUnsent && onTyped === undefined ? words.leaveDecision : undefined)
  useCommands(
    mode !== undefined || closed !== undefined
      ? []
      : offeredOf(modes).map((choice) => ({
          label: choice.label,
          group: commandWords.page,
          run: () => {
            showForm()
            open(choice.mode)
          },
        })),
  )

  const set = (change: Partial<DecisionFields>) => {
    const next = { ...fields, ...change }
    // The text tells what the draft is for; before there is one, the score does.
    const under = 'text' in change || fields.text.trim() === '' ? (mode ?? null) : typedUnder
    setFields(next)
    setTypedUnder(under)
    setProblems((before) => before.filter(({ field }) => field === undefined || !(field in change)))
    if (!('confirm' in change)) onTyped?.({ mode: under, score: next.score, text: next.text }, mode)
  }
  const submit = async () => {
    if (mode === undefined || sending.current) return
    const found = checkDecision(mode, fields, scored)
    setProblems(found)
    if (found.length > 0) return
    sending.current = true
    setBusy(true)
    try {
      const score = scored && mode !== 'decline' ? (scoreIn(fields.score) ?? null) : null
      await onDecide({ mode, score, text: fields.text.trim(), updatedAt: opened })
      setMode(undefined)
      setFields({ score: '', text: '', confirm: '' })
    } catch (error) {
      setProblems(problemsOf(error, words.actionFailed, []).map(({ message }) => ({ message })))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }

  if (closed !== undefined) {
    const wasUnsent = mode !== undefined && !busy && fields.text.trim() !== ''
    return (
      <>
        {wasUnsent ? <UnsentDecision why={problems[0]?.message} text={fields.text} /> : props.unsent}
        {closed}
      </>
    )
  }
  if (mode === undefined) {
    const hasDraft = savedAt !== undefined && (fields.text !== '' || fields.score !== '')
    return (
      <div ref={place}>
        <DecisionChoices
          modes={modes}
          isEven={isEven}
          draft={hasDraft ? { mode: typedUnder, savedAt } : undefined}
          onChoose={open}
        />
      </div>
    )
  }
  return (
    <div ref={place}>
      {!isSameMoment(opened, read) && (
        <ChangedMeanwhile
          onLook={() => {
            setOpened(read)
            setProblems([])
            showPaper()
          }}
        />
      )}
      <FieldsOfDecision
        id={id}
        mode={mode}
        titles={props.titles}
        scored={scored}
        fields={fields}
        typedUnder={typedUnder}
        problems={problems}
        busy={busy}
        readMail={props.readMail}
        whoReads={props.whoReads}
        reviewsText={props.reviewsText}
        onField={set}
        onSubmit={send}
        onCancel={() => {
          setMode(undefined)
          setProblems([])
        }}
      />
    </div>
  )
}

/** An open form's heading takes the focus; when the form closes, the button that had opened it takes it back. */
function useFocusOnExchange(mode: DecisionMode | undefined) {
  const place = useRef<HTMLDivElement>(null)
  // A form that is open from the start takes the focus too.
  const before = useRef<DecisionMode>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = mode
    if (was === mode) return
    const target = mode === undefined ? `[data-mode="${was}"]` : 'h3'
    place.current?.querySelector<HTMLElement>(target)?.focus()
  }, [mode])
  return place
}
