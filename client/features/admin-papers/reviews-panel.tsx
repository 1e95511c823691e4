import { CompareRounds } from '#client/parts/compare-rounds.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { verdictKind } from '#client/parts/status-kind.ts'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { words } from './paper-words.ts'
import styles from './reviews-panel.module.css'

type Reviews = AnswerOf<typeof paperDeskOverview>['reviews']

/**
 * The reviews of all rounds, the newest round first, with who wrote them; those of one round side by side where there is
 * room, each text as wide as that is. Each reviewer's rounds can be compared.
 */
export function ReviewsPanel({ reviews }: { reviews: Reviews }) {
  const rounds = [...groupBy(reviews, ({ round }) => round)].sort(([a], [b]) => b - a)
  return (
    <Panel title={words.allReviews}>
      {reviews.length === 0 && <p>{words.noReviews}</p>}
      {rounds.map(([round, ofRound]) => (
        <ul key={round} className={styles.reviews} aria-label={words.round(round)}>
          {ofRound.map((review) => (
            <Entry
              key={review.reviewer.id}
              name={review.reviewer.name}
              facts={[
                words.round(round),
                review.score !== null && words.score(review.score),
                <TimeText key="at" at={review.decidedAt} />,
              ]}
            >
              <div className={styles.verdict}>
                <StatusPill kind={verdictKind[review.verdict]}>{ownVerdictLabels[review.verdict]}</StatusPill>
                {review === newestOf(reviews, review.reviewer.id) && (
                  <CompareRounds
                    of={review.reviewer.name}
                    reviews={reviews.filter(({ reviewer }) => reviewer.id === review.reviewer.id)}
                  />
                )}
              </div>
              {review.reason && (
                <p className={styles.said} dir="auto">
                  {review.reason}
                </p>
              )}
            </Entry>
          ))}
        </ul>
      ))}
    </Panel>
  )
}

/** Somebody's last review. */
function newestOf(reviews: Reviews, reviewerId: string) {
  return reviews.find(({ reviewer }) => reviewer.id === reviewerId)
}
