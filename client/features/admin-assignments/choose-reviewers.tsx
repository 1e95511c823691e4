import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { pagesOf } from '#client/api/pages-of.ts'
import { Listing } from '#client/parts/listing.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { listReviewers } from '#shared/reviewing/desk-contract.ts'
import styles from './admin-assignments.module.css'
import { words } from './words.ts'

interface Props {
  legend: string
  chosen: ReadonlySet<string>
  onChoose: (reviewerId: string, isChosen: boolean) => void
}

/** Reviewers to tick, found by name; those ticked stay so whatever is searched. */
export function ChooseReviewers({ legend, chosen, onChoose }: Props) {
  const id = useId()
  const [q, setQ] = useState('')
  const list = useInfiniteQuery(pagesOf(listReviewers, q.trim() === '' ? {} : { q: q.trim() }))
  return (
    <fieldset className={styles.reviewers}>
      <legend>{legend}</legend>
      <TextField
        id={id}
        name="q"
        label={words.searchReviewers}
        value={q}
        onValue={setQ}
        input={{ type: 'search' }}
      />
      <Listing
        query={list}
        failed={words.failed}
        empty={<p>{words.nobodyFound}</p>}
        render={(reviewer) => (
          <li key={reviewer.id}>
            <Checkbox
              id={`${id}-${reviewer.id}`}
              name="reviewers"
              label={
                <span>
                  {reviewer.name}{' '}
                  <span className={styles.soft}>
                    {reviewer.organization} ·{' '}
                    <span className={styles.whole}>{words.load(reviewer.assigned, reviewer.limit)}</span>
                  </span>
                </span>
              }
              checked={chosen.has(reviewer.id)}
              onChecked={(isChosen) => onChoose(reviewer.id, isChosen)}
            />
          </li>
        )}
      />
    </fieldset>
  )
}
