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

interface Props {
  flags: Flags
  title: string
  /** The author ended it; the reason is theirs. */
  withdrawn?: boolean
  /** The Feedback box stands there without feedback too, and says so. */
  always?: boolean
}

/** A decision's result and the feedback that came with it; while there is none, that it is awaited. */
export function Verdict({ flags, title, withdrawn = false, always = false }: Props) {
  const isDecided = withdrawn || flags.declined || flags.requestChange || flags.approved
  const feedback = flags.declinedReason ?? flags.requestChangeReason ?? flags.approvalComment
  return (
    <div className={styles.results}>
      <h3>{title}</h3>
      {withdrawn ? <StatusPill kind="rejected">{words.withdrawn}</StatusPill> : <Result flags={flags} />}
      {feedback && <Feedback text={feedback} title={withdrawn ? words.withdrawnReason : undefined} />}
      {!feedback && always && <Feedback text={isDecided ? words.noFeedback : words.feedbackLater} />}
    </div>
  )
}

function Result({ flags: { declined, requestChange, approved } }: { flags: Flags }) {
  if (declined) return <StatusPill kind={verdictKind.declined}>{words.rejected}</StatusPill>
  if (requestChange) return <StatusPill kind={verdictKind.request_change}>{words.provisional}</StatusPill>
  if (approved) return <StatusPill kind={verdictKind.approved}>{words.accepted}</StatusPill>
  return <StatusPill kind="waiting">{words.pending}</StatusPill>
}

/** What organisers or reviewers wrote to the author. */
export function Feedback({ text, title = words.feedback }: { text: string; title?: string | undefined }) {
  return (
    <div className={styles.feedback}>
      <h4>{title}</h4>
      <p className={styles.said} dir="auto">
        {text}
      </p>
    </div>
  )
}
