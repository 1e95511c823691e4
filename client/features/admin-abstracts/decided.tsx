import { verdictKind } from '#client/parts/status-kind.ts'
import { words as common } from '#client/parts/words.ts'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import type { DeskAbstract } from '#shared/submissions/desk-contract.ts'
import type { TimelineEntry } from '#shared/submissions/timeline.ts'
import styles from './abstract-view.module.css'
import { words } from './words.ts'

/** The decision that is in force on an abstract: what, when, the words to the author, and what follows. */
export function Decided({ abstract }: { abstract: DeskAbstract }) {
  const { verdict, decidedAt } = abstract
  if (verdict === null) return <p>{words.nothingToDecide}</p>
  // Once there is a paper, that it may be submitted is no news.
  const isFollowed = verdict === 'approved' && abstract.status !== 'awaiting_paper'
  const text = abstract.declinedReason ?? abstract.requestChangeReason ?? abstract.approvalComment
  return (
    <>
      <p>
        <StatusPill kind={verdictKind[verdict]}>{ownVerdictLabels[verdict]}</StatusPill> {common.decided}{' '}
        <TimeText at={decidedAt} />
      </p>
      {!isFollowed && <p>{words.follows[verdict]}</p>}
      {text && <Said title={words.toAuthor} text={text} />}
    </>
  )
}

/** That the author ended it, when and why: there is nothing to decide. */
export function Withdrawn({ by: { at, note } }: { by: TimelineEntry }) {
  return (
    <>
      <p>
        <StatusPill kind="rejected">{words.withdrawn}</StatusPill> {words.withdrawnOn} <TimeText at={at} />
      </p>
      <p>{words.nothingToDecide}</p>
      {note && <Said title={words.authorsReason} text={note} />}
    </>
  )
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className={styles.said} dir="auto">
        {text}
      </p>
    </div>
  )
}
