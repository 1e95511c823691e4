import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { OddMark } from '#client/features/admin-assignments/odd-mark.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { explainPair } from '#shared/assigning/propose-contract.ts'
import styles from './proposal.module.css'
import { words } from './words.ts'

interface Props {
  paperId: string
  reviewerId: string
  reviewer: string
  /** As the proposal has it. */
  score: number
}

function takeFocus(shown: HTMLElement | null): void {
  shown?.focus()
}

/** Why a pair that was not proposed has its score: asked for, since it takes a moment. Give it the pair as its key. */
export function WhyScore({ paperId, reviewerId, reviewer, score }: Props) {
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({
    ...queryOf(explainPair, { params: { paperId, reviewerId } }),
    enabled: isAsked,
    refetchOnWindowFocus: false,
    // It takes a core for as long: whoever wants it again asks again.
    retry: false,
  })
  // The button that was pressed is gone: the keyboard goes on from what it brought.
  if (query.data !== undefined)
    return (
      <output className={styles.answer} tabIndex={-1} ref={isAsked ? takeFocus : undefined}>
        {query.data.reason} {words.asOfNow(score, query.data.score)}{' '}
        <OddMark reasons={query.data.oddities.map(({ message }) => message)} />
      </output>
    )
  if (query.error !== null) return <LoadFailure reading={query} failed={words.failed} />
  return (
    <Button
      look="quiet"
      small
      busy={isAsked}
      aria-label={words.whyPair(reviewer, paperId)}
      onClick={() => setAsked(true)}
    >
      {words.whyScore}
    </Button>
  )
}
