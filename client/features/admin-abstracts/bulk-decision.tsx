import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { checkDecision, type DecisionFields, type DecisionMode } from '#client/parts/check-decision.ts'
import { type FormProblem, InputsOfDecision } from '#client/parts/decision-fields.tsx'
import { ManyDialog } from '#client/parts/many/many-dialog.tsx'
import { Unfinished } from '#client/parts/many/unfinished.tsx'
import { useMany } from '#client/parts/many/use-many.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { decideAbstracts, previewAbstractDecisions } from '#shared/submissions/desk-contract.ts'
import { words } from './words.ts'

/** An abstract as the list showed it. */
export interface ChosenAbstract {
  id: string
  name: string
  updatedAt: Timestamp
}

interface Given {
  mode: DecisionMode
  text: string
}

/** What was asked for: a verdict on those selected. */
export interface AskedDecision {
  mode: DecisionMode
  items: readonly ChosenAbstract[]
}

const wire = (items: readonly ChosenAbstract[]) =>
  items.map(({ id, updatedAt }) => ({ abstractId: id, updatedAt }))

/** One verdict on many abstracts, with its dialog; on return it says what was begun. */
export function BulkDecision({ asked, onClose }: { asked: AskedDecision | undefined; onClose: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const many = useMany<ChosenAbstract, Given>({
    kind: 'decide-abstracts',
    send: (items, given, idempotencyKey) =>
      call(decideAbstracts, {
        body: { decision: decisionOf(given), abstracts: wire(items) },
        idempotencyKey,
      }),
  })
  const mode = many.begun?.given.mode ?? asked?.mode
  const close = () => {
    setOpen(false)
    onClose()
  }
  if (mode === undefined) return null
  if (asked === undefined && !isOpen)
    return <Unfinished many={many} title={words.bulk[mode].title} onOpen={() => setOpen(true)} />
  return <DecisionDialog many={many} mode={mode} items={asked?.items ?? []} onClose={close} />
}

interface DialogProps {
  many: ReturnType<typeof useMany<ChosenAbstract, Given>>
  mode: DecisionMode
  items: readonly ChosenAbstract[]
  onClose: () => void
}

function DecisionDialog({ many, mode, items, onClose }: DialogProps) {
  const id = useId()
  const [fields, setFields] = useState<DecisionFields>({ score: '', text: '', confirm: '' })
  const [problems, setProblems] = useState<FormProblem[]>([])
  const given = () => {
    const found = checkDecision(mode, fields, false)
    setProblems(found)
    return found.length === 0 ? { mode, text: fields.text.trim() } : undefined
  }
  return (
    <ManyDialog
      many={many}
      deedWords={words.bulk[mode]}
      danger={mode === 'decline'}
      items={items}
      preview={(chosen, signal) =>
        call(previewAbstractDecisions, { body: { verdict: mode, abstracts: wire(chosen) }, signal })
      }
      fields={
        <InputsOfDecision
          id={id}
          mode={mode}
          scored={false}
          fields={fields}
          typedUnder={null}
          problems={problems}
          onField={(change) => {
            setFields({ ...fields, ...change })
            setProblems(problems.filter(({ field }) => field === undefined || !(field in change)))
          }}
        />
      }
      given={given}
      onClose={onClose}
    />
  )
}

function decisionOf({ mode, text }: Given) {
  if (mode === 'approve') return text === '' ? { verdict: mode } : { verdict: mode, comments: text }
  if (mode === 'request_change')
    return { verdict: mode, confirmText: 'REQUEST_CHANGE', reason: text } as const
  return { verdict: mode, confirmText: 'DECLINE', reason: text } as const
}
