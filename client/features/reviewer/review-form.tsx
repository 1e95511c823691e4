import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, isGone, isStale, isTooLate } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import type { DecisionMode } from '#client/parts/check-decision.ts'
import { CompareTexts } from '#client/parts/compare-texts.tsx'
import { type Decided, DecisionForm, type TypedDecision } from '#client/parts/decision-form.tsx'
import { TextToCopy } from '#client/parts/unsent-decision.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { approvePaper, declinePaper, type previewPaper, requestPaperChange } from './calls.ts'
import type { NewerDraft } from './draft-saver.ts'
import { draftMoment, EarlierTexts, textOf } from './earlier-texts.tsx'
import styles from './paper-view.module.css'
import { useDraft } from './use-draft.ts'
import { words } from './words.ts'

interface Props {
  paperId: string
  round: number
  updatedAt: Timestamp
  draft: AnswerOf<typeof previewPaper>['draft']
  earlierDraft: AnswerOf<typeof previewPaper>['earlierDraft']
  /** Nobody has taken them off the paper since it was read. */
  isTheirs: boolean
  authorReads: AnswerOf<typeof previewPaper>['authorReads']
  /** Stands here once there is nothing to decide any more. */
  closed: ReactNode | undefined
  /** Told the text that would be lost without the form. */
  onText: (text: string) => void
}

const states = { idle: '', saving: words.saving, saved: words.saved, failed: words.notSaved } as const

/** “Not found” tells nothing to whoever has the paper before them. */
const notTheirs = new ApiError({ message: words.notTheirs, status: 404, code: 'not_found', spoken: true })

/** The reviewer's decision, saved as it is typed. */
export function ReviewForm({
  paperId,
  round,
  updatedAt,
  draft,
  earlierDraft,
  isTheirs,
  authorReads,
  closed,
  onText,
}: Props) {
  const client = useQueryClient()
  const saver = useDraft({ paperId, round }, draft, () => void client.invalidateQueries())
  const [mine, setMine] = useState<TypedDecision>()
  const [given, setGiven] = useState({
    mode: draft?.verdict ?? null,
    score: draft?.score ?? '',
    text: draft?.comments ?? '',
    key: 0,
  })
  const [openAs, setOpenAs] = useState<DecisionMode>()

  const decide = async (decided: Decided) => {
    const goOn = saver.stop()
    try {
      await send({ paperId, round }, decided)
      onText('')
      // What stands in the form's place then says that it arrived.
      await client.invalidateQueries()
    } catch (error) {
      // Another window or an organiser was faster: what is true now takes the form's place, the text stays.
      if (isTooLate(error)) await client.invalidateQueries()
      if (isStale(error) || !isTooLate(error)) goOn()
      throw isGone(error) ? notTheirs : error
    }
  }
  // Of a paper that is theirs no draft means that it was sent, here or in another window; of another, that it was read before.
  const typed = mine && (draft !== null || !isTheirs) ? { comments: mine.text } : undefined
  const kept = typed ?? draft ?? earlierDraft
  const write = (typed: TypedDecision) => {
    setMine(typed)
    onText(typed.text)
  }
  const show = (typed: TypedDecision) => {
    setGiven({ ...typed, key: given.key + 1 })
    write(typed)
  }
  return (
    <>
      <DecisionForm
        key={given.key}
        scored
        titles={words.verdicts}
        whoReads={authorReads === 'directly' ? undefined : words.whoReads[authorReads]}
        read={updatedAt}
        kept={given}
        savedAt={saver.savedAt}
        openAs={openAs}
        onTyped={(typed, openNow) => {
          setOpenAs(openNow)
          write(typed)
          saver.typed(typed)
        }}
        onDecide={decide}
        closed={closed}
        unsent={<KeptDraft text={kept?.comments} />}
      />
      {closed === undefined && (
        <div className={styles.draft}>
          <output>
            {states[saver.state]} {saver.state === 'failed' && saver.why}
          </output>
          {earlierDraft !== null && saver.savedAt === undefined && (
            <span>{words.writtenBefore(earlierDraft.round)}</span>
          )}
          <EarlierTexts
            paperId={paperId}
            round={round}
            now={mine ?? given}
            onRestore={({ score, text }) => {
              const typed = { mode: (mine ?? given).mode, score, text }
              show(typed)
              saver.typed(typed)
            }}
          />
        </div>
      )}
      {closed === undefined && saver.newer && (
        <StaleDialog
          newer={saver.newer}
          mine={mine}
          onMine={(newer) => saver.settle(newer, mine)}
          onTheirs={(newer) => {
            show(newer)
            saver.settle(newer, undefined)
          }}
        />
      )}
    </>
  )
}

/** What was kept of a review that cannot be sent any more. */
function KeptDraft({ text = '' }: { text: string | undefined }) {
  if (text.trim() === '') return null
  return (
    <TextToCopy text={text}>
      <p>{words.draftNotSent}</p>
    </TextToCopy>
  )
}

function send(
  { paperId, round }: { paperId: string; round: number },
  { mode, score, text, updatedAt }: Decided,
) {
  const params = { paperId }
  const read = { round, updatedAt }
  if (mode === 'decline') return call(declinePaper, { params, body: { score: null, reason: text, ...read } })
  const known = score ?? Number.NaN
  if (mode === 'request_change')
    return call(requestPaperChange, { params, body: { score: known, reason: text, ...read } })
  const comments = text === '' ? {} : { comments: text }
  return call(approvePaper, { params, body: { score: known, ...comments, ...read } })
}

interface StaleProps {
  newer: NewerDraft
  mine: TypedDecision | undefined
  onMine: (newer: NewerDraft) => void
  onTheirs: (newer: NewerDraft) => void
}

/** Both texts, and the choice between them; the other one stays among the earlier texts. */
function StaleDialog({ newer, mine, onMine, onTheirs }: StaleProps) {
  return (
    <Dialog
      open
      wide
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
      <p>
        {words.staleText} {words.bothKept}
      </p>
      <CompareTexts
        texts={[
          { key: 'mine', name: words.staleMine, text: textOf(mine ?? { score: '', text: '' }) },
          {
            key: 'theirs',
            name: words.staleTheirs,
            ...(newer.updatedAt ? { note: words.savedOn(draftMoment(newer.updatedAt)) } : {}),
            text: textOf(newer),
          },
        ]}
      />
    </Dialog>
  )
}
