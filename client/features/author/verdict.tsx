import { verdictKind } from '#client/parts/status-kind.ts'
import { StatusPill } from '#client/ui/status-pill.tsx'
import styles from './author.module.css'
import { words } from './words.ts'

interface Flags {
  approved: boolean
  declined: boolean
  requestChange: boolean
  approvalComment: string | null
  requestChangeReason: string | null
  declinedReason: string | null
}

/** A decision's result and the feedback that came with it; while there is none, that it is awaited. */
export function Verdict({ flags, title }: { flags: Flags; title: string }) {
  const verdict = flags.declined
    ? 'declined'
    : flags.requestChange
      ? 'request_change'
      : flags.approved
        ? 'approved'
        : null
  const feedback = flags.declinedReason ?? flags.requestChangeReason ?? flags.approvalComment
  const labels = { approved: words.accepted, request_change: words.provisional, declined: words.rejected }
  return (
    <div>
      <h3>{title}</h3>
      {verdict === null ? (
        <StatusPill kind="waiting">{words.pending}</StatusPill>
      ) : (
        <StatusPill kind={verdictKind[verdict]}>{labels[verdict]}</StatusPill>
      )}
      {feedback && <Feedback text={feedback} />}
    </div>
  )
}

/** What organisers or reviewers wrote to the author. */
export function Feedback({ text }: { text: string }) {
  return (
    <div>
      <h4>{words.feedback}</h4>
      <p className={styles.said}>{text}</p>
    </div>
  )
}
