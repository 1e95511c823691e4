import { OddMark } from '#client/features/admin-assignments/odd-mark.tsx'
import { Link } from '#client/navigation/link.tsx'
import { Button } from '#client/ui/button.tsx'
import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { OddityKind } from '#shared/assigning/propose-contract.ts'
import type { EditedPair } from './edits.ts'
import styles from './matrix.module.css'
import { WhyScore } from './why-score.tsx'
import { words } from './words.ts'

/** A pair of the matrix, and all that is known of it. */
export interface Cell {
  pair: NamedPair
  /** Null where it cannot be. */
  score: number | null
  /** Why it cannot be. */
  conflict: string | undefined
  /** As it is proposed, after the edits. */
  chosen: EditedPair | undefined
  isBarred: boolean
  /** What is odd about it, by its codes and in words. */
  codes: readonly OddityKind[]
  odd: readonly string[]
}

export interface PairDeeds {
  onAdd: () => void
  onRemove: () => void
  onLock: () => void
  onBar: () => void
  onAllow: () => void
}

/** The pair that the matrix stands on: its score and reason, and what can be done with it. */
export function PairCard({ cell, deeds }: { cell: Cell; deeds: PairDeeds }) {
  const { pair, score, chosen, isBarred, odd } = cell
  const { paperId, title, reviewer } = pair
  return (
    <section className={styles.card} aria-label={words.pair}>
      <p className={styles.who}>
        <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: pair.reviewerId }}>
          {reviewer}
        </Link>{' '}
        · {paperId} {title}
      </p>
      <p className={styles.soft}>
        {reasonOf(cell)}{' '}
        {score !== null && (chosen === undefined || chosen.isAdded) && (
          <WhyScore key={`${paperId} ${pair.reviewerId}`} {...pair} score={score} />
        )}
      </p>
      <OddMark reasons={odd} />
      {(chosen !== undefined || score !== null || isBarred) && (
        <div className={styles.deeds} data-keeps-focus>
          {chosen === undefined ? (
            score !== null && (
              <Button
                look="secondary"
                small
                aria-label={words.addPair(reviewer, paperId)}
                onClick={deeds.onAdd}
              >
                {words.add}
              </Button>
            )
          ) : (
            <>
              <Button
                look={chosen.isLocked ? 'secondary' : 'quiet'}
                small
                aria-pressed={chosen.isLocked}
                aria-label={words.lock(reviewer, paperId)}
                onClick={deeds.onLock}
              >
                {chosen.isLocked ? words.lockedShort : words.lockShort}
              </Button>
              <Button
                look="quiet"
                small
                aria-label={words.remove(reviewer, paperId)}
                onClick={deeds.onRemove}
              >
                {words.removeShort}
              </Button>
            </>
          )}
          {isBarred ? (
            <Button look="quiet" small aria-label={words.allow(reviewer, paperId)} onClick={deeds.onAllow}>
              {words.allowShort}
            </Button>
          ) : (
            chosen === undefined && (
              <Button look="quiet" small aria-label={words.bar(reviewer, paperId)} onClick={deeds.onBar}>
                {words.barShort}
              </Button>
            )
          )}
        </div>
      )}
    </section>
  )
}

function reasonOf({ score, conflict, chosen, isBarred }: Cell): string {
  if (score === null && chosen === undefined) return conflict ?? words.cannotBe
  return [
    score !== null && words.scoreIs(score),
    chosen?.isLocked && words.mustBe,
    isBarred && words.mustNotBe,
    chosen?.reason,
    chosen?.warning,
    chosen === undefined && !isBarred && words.notProposed,
  ]
    .filter(Boolean)
    .join(' ')
}
