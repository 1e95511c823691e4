import { Link } from '#client/navigation/link.tsx'
import { words as common } from '#client/parts/words.ts'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AbstractItem, AuthorAbilities } from '#shared/submissions/contract.ts'
import styles from './author.module.css'
import { shownAs } from './display.ts'
import { nextStep, words } from './words.ts'

const steps = ['uploadAbstract', 'uploadPaper', 'reportPayment'] as const satisfies (keyof AuthorAbilities)[]

/** A submission in a list: what it is, where it stands, what to do next. */
export function SubmissionCard({ item }: { item: AbstractItem }) {
  const shown = shownAs(item)
  const next = steps.find((step) => item.abilities[step])
  const comments = item.paperReviewStatus === 'reviewer_declined' ? item.paperReviewReason : null
  return (
    <article className={styles.card} data-declined={shown.declined || undefined}>
      <span className={styles.letter} title={shown.letter === 'P' ? words.paperBadge : words.abstractBadge}>
        {shown.letter}
      </span>
      <div className={styles.main}>
        <h2 className={styles.name}>
          <Link to="/author" search={{ view: 'details', abstractId: item.abstractId }}>
            {item.title || item.fileName || 'abstract.pdf'}
          </Link>
        </h2>
        <p className={styles.facts}>
          <span>{item.paperId ?? item.abstractId}</span>
          {item.title && <span>{item.fileName}</span>}
          <span>
            {common.updated} <TimeText at={item.updatedAt} />
          </span>
        </p>
        {next && (
          <p className={styles.next}>
            {nextStep[next]}
            {item.nextDeadline && (
              <>
                {' · '}
                {words.deadline} <TimeText at={item.nextDeadline} />
              </>
            )}
          </p>
        )}
        {comments && (
          <p className={styles.comments}>
            <strong>{words.reviewerComments}:</strong> {comments}
          </p>
        )}
      </div>
      <StatusPill kind={shown.kind}>{shown.label}</StatusPill>
    </article>
  )
}
