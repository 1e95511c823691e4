import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { dateFormat } from '#client/ui/formats.ts'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { listProposals, readProposal } from '#shared/assigning/proposals-contract.ts'
import type { Proposal } from '#shared/assigning/propose-contract.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import { changesBetween, sharedPairs } from './compare.ts'
import { FiguresTable } from './figures-table.tsx'
import type { Made } from './made.ts'
import styles from './proposal.module.css'
import { words } from './words.ts'

const asMoment: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** This proposal held against another, the one before it unless told: both sets of figures, and what changed. */
export function CompareView({ made }: { made: Made }) {
  const id = useId()
  const { with: given } = useSearch('/admin/assignments')
  const list = useQuery(queryOf(listProposals))
  const others =
    list.data?.items.filter(({ id: other, state }) => state === 'done' && other !== made.id) ?? []
  // The newest first: the one before this is the first that is older.
  const before = others.find((one) => one.madeAt._seconds <= made.madeAt._seconds) ?? others[0]
  const other = others.find((one) => one.id === given) ?? before
  if (list.error !== null) return <LoadFailure reading={list} failed={words.failed} />
  if (list.data === undefined) return <Skeleton lines={6} />
  if (other === undefined) return <EmptyState title={words.noOther}>{words.noOtherHint}</EmptyState>
  return (
    <>
      <div className={styles.find}>
        <SelectField
          id={id}
          name="with"
          label={words.compareWith}
          value={other.id}
          options={others.map((one) => ({
            value: one.id,
            label: `${words.objectives[one.wish.objective]} · ${dateFormat(asMoment).format(fromTimestamp(one.madeAt))}`,
          }))}
          onValue={(value) =>
            navigate({
              to: '/admin/assignments',
              search: { view: 'proposal', proposalId: made.id, show: 'compare', with: value },
              replace: true,
            })
          }
        />
      </div>
      <Against key={other.id} proposalId={other.id} after={made.proposal} />
    </>
  )
}

function Against({ proposalId, after }: { proposalId: string; after: Proposal }) {
  const query = useQuery(queryOf(readProposal, { params: { proposalId } }))
  if (query.error !== null) return <LoadFailure reading={query} failed={words.failed} />
  const before = query.data?.proposal
  if (before === undefined || before === null) return <Skeleton lines={6} />
  const changes = changesBetween(before.pairs, after.pairs)
  return (
    <>
      <FiguresTable
        caption={words.comparedFigures}
        now={after.figures}
        other={before.figures}
        otherName={words.before}
      />
      <Panel title={words.changed}>
        {changes.length === 0 ? (
          <p>{words.sameEverywhere}</p>
        ) : (
          <>
            <p>{words.changedCount(changes.length, sharedPairs(before, after))}</p>
            <Rows label={words.changed}>
              {changes.map(({ paperId, title, gone, come }) => (
                <Row key={paperId} title={paperId} meta={<span>{title}</span>}>
                  <ul className={styles.list}>
                    {gone.map((pair) => (
                      <li key={pair.reviewerId}>{words.gone(pair.reviewer, pair.score)}</li>
                    ))}
                    {come.map((pair) => (
                      <li key={pair.reviewerId}>{words.come(pair.reviewer, pair.score)}</li>
                    ))}
                  </ul>
                </Row>
              ))}
            </Rows>
          </>
        )}
      </Panel>
    </>
  )
}
