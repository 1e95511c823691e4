import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { readReviewerTexts } from '#shared/reviewing/publications-contract.ts'
import { reviewerWords } from './reviewer-words.ts'

/** As many are drawn at first. */
const SHOWN = 5

/** The publications and own submissions that a reviewer's scores in proposals come from. */
export function TextsOf({ reviewerId }: { reviewerId: string }) {
  const [all, setAll] = useState(false)
  const query = useQuery(queryOf(readReviewerTexts, { params: { reviewerId } }))
  const items = query.data?.items ?? []
  return (
    <Panel title={reviewerWords.texts}>
      {query.error !== null && <LoadFailure reading={query} failed={reviewerWords.failedReviewer} />}
      {query.isPending && <Skeleton lines={2} />}
      {query.data !== undefined && (
        <p>{items.length === 0 ? reviewerWords.noTexts : reviewerWords.textsHint}</p>
      )}
      {items.length > 0 && (
        <Rows label={reviewerWords.texts}>
          {(all ? items : items.slice(0, SHOWN)).map(({ id, title, abstract, source, hidden, wordList }) => (
            <Row
              key={id}
              title={title || reviewerWords.untitled}
              meta={<span>{reviewerWords.textSources[source]}</span>}
            >
              <p>{abstract || reviewerWords.noAbstract}</p>
              {hidden !== '' && <p>{reviewerWords.hiddenText}</p>}
              {wordList && <p>{reviewerWords.wordList}</p>}
            </Row>
          ))}
        </Rows>
      )}
      {items.length > SHOWN && !all && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {reviewerWords.moreTexts(items.length)}
        </Button>
      )}
    </Panel>
  )
}
