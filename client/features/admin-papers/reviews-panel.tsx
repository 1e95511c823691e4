import { CompareRounds } from '#client/parts/compare-rounds.tsx'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { verdictKind, verdictLabel } from '#client/parts/status-kind.ts'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { words } from './words.ts'

type Reviews = AnswerOf<typeof paperDeskOverview>['reviews']

/** The reviews of all rounds, newest first, with who wrote them; each reviewer's rounds can be compared. */
export function ReviewsPanel({ reviews }: { reviews: Reviews }) {
  return (
    <Panel title={words.allReviews}>
      {reviews.length === 0 && <p>{words.noReviews}</p>}
      <Entries>
        {reviews.map((review) => (
          <Entry
            key={`${review.reviewer.id} ${review.round}`}
            name={review.reviewer.name}
            facts={[
              words.round(review.round),
              review.score !== null && words.score(review.score),
              <TimeText key="at" at={review.decidedAt} />,
            ]}
            side={
              <>
                <StatusPill kind={verdictKind[review.verdict]}>{verdictLabel[review.verdict]}</StatusPill>
                {review === newestOf(reviews, review.reviewer.id) && (
                  <CompareRounds
                    of={review.reviewer.name}
                    reviews={reviews.filter(({ reviewer }) => reviewer.id === review.reviewer.id)}
                  />
                )}
              </>
            }
          >
            {review.reason && <p>{review.reason}</p>}
          </Entry>
        ))}
      </Entries>
    </Panel>
  )
}

/** Somebody's last review. */
function newestOf(reviews: Reviews, reviewerId: string) {
  return reviews.find(({ reviewer }) => reviewer.id === reviewerId)
}
