import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { type Decided, DecisionForm } from '#client/parts/decision-form.tsx'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { approvePaper, declinePaper, requestPaperChange } from './calls.ts'
import styles from './paper-view.module.css'
import { type NewerDraft, useDraft } from './use-draft.ts'
import { words } from './words.ts'

interface Props {
  paperId: string
  draft: { score: string; comments: string; revision: number } | null
}

const states = { idle: '', saving: words.saving, saved: words.saved, failed: words.notSaved } as const

/** The reviewer's decision, saved as it is typed. */
export function ReviewForm({ paperId, draft }: Props) {
  const say = useToast()
  const client = useQueryClient()
  const saver = useDraft(paperId, draft)
  const [mine, setMine] = useState<{ score: string; text: string }>()
  const [given, setGiven] = useState({ score: draft?.score ?? '', text: draft?.comments ?? '', key: 0 })

  const decide = async (decided: Decided) => {
    saver.stop()
    try {
      await send(paperId, decided)
      // What stands in the form's place then says that it arrived.
      await client.invalidateQueries()
    } catch (error) {
      say(messageOf(error, common.actionFailed), 'error')
    }
  }
  const take = (newer: NewerDraft) => {
    setGiven({ score: newer.score, text: newer.text, key: given.key + 1 })
    saver.settle(newer, undefined)
  }
  return (
    <>
      <DecisionForm
        key={given.key}
        scored
        score={given.score}
        text={given.text}
        onTyped={(typed) => {
          setMine(typed)
          saver.typed(typed)
        }}
        onDecide={decide}
      />
      <output className={styles.draft}>{states[saver.state]}</output>
      {saver.newer && (
        <StaleDialog
          newer={saver.newer}
          mine={mine}
          onMine={(newer) => saver.settle(newer, mine)}
          onTheirs={take}
        />
      )}
    </>
  )
}

function send(paperId: string, { mode, score, text }: Decided) {
  const params = { paperId }
  if (mode === 'decline') return call(declinePaper, { params, body: { score: null, reason: text } })
  const known = score ?? Number.NaN
  if (mode === 'request_change')
    return call(requestPaperChange, { params, body: { score: known, reason: text } })
  return call(approvePaper, { params, body: { score: known, ...(text === '' ? {} : { comments: text }) } })
}

interface StaleProps {
  newer: NewerDraft
  mine: { score: string; text: string } | undefined
  onMine: (newer: NewerDraft) => void
  onTheirs: (newer: NewerDraft) => void
}

/** Both texts, and the choice between them. */
function StaleDialog({ newer, mine, onMine, onTheirs }: StaleProps) {
  return (
    <Dialog
      open
      onClose={() => onMine(newer)}
      title={words.staleTitle}
      actions={
        <>
          <Button look="secondary" onClick={() => onTheirs(newer)}>
            {words.takeTheirs}
          </Button>
          <Button onClick={() => onMine(newer)}>{words.keepMine}</Button>
        </>
      }
    >
      <p>{words.staleText}</p>
      <div className={styles.compare}>
        <section>
          <h3>{words.staleMine}</h3>
          <p className={styles.said}>
            {mine?.score} {mine?.text}
          </p>
        </section>
        <section>
          <h3>{words.staleTheirs}</h3>
          <p className={styles.said}>
            {newer.score} {newer.text}
          </p>
        </section>
      </div>
    </Dialog>
  )
}
