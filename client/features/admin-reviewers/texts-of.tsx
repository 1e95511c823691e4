import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { readReviewerTexts } from '#shared/reviewing/publications-contract.ts'
import { words } from './words.ts'

/** As many are drawn at first. */
const SHOWN = 5

/** The publications and own submissions that a reviewer's scores in proposals come from. */
export function TextsOf({ reviewerId }: { reviewerId: string }) {
  const [all, setAll] = useState(false)
  const query = useQuery(queryOf(readReviewerTexts, { params: { reviewerId } }))
  const items = query.data?.items ?? []
  return (
    <Panel title={words.texts}>
      {query.error !== null && <LoadFailure reading={query} failed={words.failedReviewer} />}
      {query.isPending && <Skeleton lines={2} />}
      {query.data !== undefined && <p>{items.length === 0 ? words.noTexts : words.textsHint}</p>}
      {items.length > 0 && (
        <Rows label={words.texts}>
          {(all ? items : items.slice(0, SHOWN)).map(({ id, title, abstract, source, hidden }) => (
            <Row key={id} title={title || words.untitled} meta={<span>{words.textSources[source]}</span>}>
              <p>{abstract || words.noAbstract}</p>
              {hidden !== '' && <p>{words.hiddenText}</p>}
            </Row>
          ))}
        </Rows>
      )}
      {items.length > SHOWN && !all && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {words.moreTexts(items.length)}
        </Button>
      )}
    </Panel>
  )
}
