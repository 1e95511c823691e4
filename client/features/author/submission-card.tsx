import { Link } from '#client/navigation/link.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { EntryStep } from '#client/parts/entry-step.tsx'
import { words as common } from '#client/parts/words.ts'
import { StatusLetter, StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import styles from './author.module.css'
import { shownAs } from './display.ts'
import { stepText, stepView } from './next-step.tsx'
import { ReportedPill } from './reported-pill.tsx'
import { reportedText } from './reported-text.ts'
import { stepOf } from './step.ts'
import { words } from './words.ts'

/** A submission in a list: what it is, where it stands, what to do next. */
export function SubmissionCard({ item }: { item: AbstractItem }) {
  const shown = shownAs(item)
  const step = stepOf(item)
  const reported = reportedText(item)
  const comments = item.paperReviewStatus === 'reviewer_declined' ? item.paperReviewReason : null
  return (
    <Entry
      badge={
        <StatusLetter kind={shown.kind} title={shown.letter === 'P' ? words.paperBadge : words.abstractBadge}>
          {shown.letter}
        </StatusLetter>
      }
      name={
        <Link to="/author" search={{ view: 'details', abstractId: item.abstractId }}>
          {item.title || item.fileName || 'abstract.pdf'}
        </Link>
      }
      facts={[
        item.paperId ?? item.abstractId,
        item.title && item.fileName,
        <>
          {common.updated} <TimeText at={item.updatedAt} />
        </>,
      ]}
      side={
        <>
          <StatusPill kind={shown.kind}>{shown.label}</StatusPill>
          <ReportedPill item={item} />
        </>
      }
    >
      {step && (
        <EntryStep missed={!step.open} label={`${words.deadline}:`} until={step.until}>
          {step.open ? (
            <Link to="/author" search={{ view: stepView[step.what], abstractId: item.abstractId }}>
              {stepText(step)}
            </Link>
          ) : (
            stepText(step)
          )}
        </EntryStep>
      )}
      {reported && <p className={styles.said}>{reported}</p>}
      {comments && (
        <p className={styles.said} dir="auto">
          <strong>{words.reviewerComments}:</strong> {comments}
        </p>
      )}
    </Entry>
  )
}
