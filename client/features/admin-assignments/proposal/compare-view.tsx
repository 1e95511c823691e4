import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { dateFormat } from '#client/ui/formats.ts'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { listProposals, readProposal } from '#shared/assigning/proposals-contract.ts'
import type { Proposal } from '#shared/assigning/propose-contract.ts'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import { changesBetween, sharedPairs, unlikeness } from './compare.ts'
import { words as compareWords } from './compare-words.ts'
import type { EditedPair } from './edits.ts'
import { words as figureWords } from './figure-words.ts'
import { FiguresTable } from './figures-table.tsx'
import type { Made } from './made.ts'
import styles from './proposal.module.css'
import { words } from './words.ts'

const asMoment: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** So many papers that changed, and as many more each time. */
const SHOWN = 50

/** The proposal as it stands, with what was changed by hand. */
interface Now {
  pairs: readonly EditedPair[]
  figures: Proposal['figures']
}

/** This proposal held against another, the one before it unless told: both sets of figures, and what changed. */
export function CompareView({ made, ...now }: { made: Made } & Now) {
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
  if (other === undefined)
    return <EmptyState title={compareWords.noOther}>{compareWords.noOtherHint}</EmptyState>
  return (
    <>
      <div className={styles.find}>
        <SelectField
          id={id}
          name="with"
          label={compareWords.compareWith}
          value={other.id}
          options={others.map((one) => ({
            value: one.id,
            // The moment first: it alone tells those apart that were asked the same, and a narrow window cuts the end off.
            label: [
              dateFormat(asMoment).format(fromTimestamp(one.madeAt)),
              words.objectives[one.wish.objective],
              words.asked(one),
            ]
              .filter(Boolean)
              .join(' · '),
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
      <Against key={other.id} proposalId={other.id} made={made} {...now} />
    </>
  )
}

function Against({ proposalId, made, pairs, figures }: { proposalId: string; made: Made } & Now) {
  const query = useQuery(queryOf(readProposal, { params: { proposalId } }))
  const [shown, setShown] = useState(SHOWN)
  if (query.error !== null) return <LoadFailure reading={query} failed={words.failed} />
  const other = query.data
  if (other === undefined || other.proposal === null) return <Skeleton lines={6} />
  const before = other.proposal
  const { proposal: after } = made
  const unlike = unlikeness(
    { wish: made.wish, papers: after.figures.papers },
    { wish: other.wish, papers: before.figures.papers },
  )
  const changes = changesBetween(before.pairs, pairs)
  return (
    <>
      {unlike.length > 0 && (
        <div className={styles.told}>
          <Message>{unlike.join(' ')}</Message>
        </div>
      )}
      <FiguresTable
        caption={figureWords.comparedFigures}
        now={figures}
        other={before.figures}
        otherName={figureWords.before}
      />
      <Panel title={compareWords.changed}>
        {changes.length === 0 ? (
          <p>{compareWords.sameEverywhere}</p>
        ) : (
          <>
            <p>{compareWords.changedCount(changes.length, sharedPairs(before.pairs, pairs))}</p>
            <Rows label={compareWords.changed}>
              {changes.slice(0, shown).map(({ paperId, title, gone, come }) => (
                <Row key={paperId} title={paperId} meta={<span>{title}</span>}>
                  <ul className={styles.list}>
                    {gone.map((pair) => (
                      <li key={pair.reviewerId}>{compareWords.gone(pair.reviewer, pair.score)}</li>
                    ))}
                    {come.map((pair) => (
                      <li key={pair.reviewerId}>{compareWords.come(pair.reviewer, pair.score)}</li>
                    ))}
                  </ul>
                </Row>
              ))}
            </Rows>
            {changes.length > shown && (
              <Button look="secondary" onClick={() => setShown(shown + SHOWN)}>
                {words.morePapers(Math.min(SHOWN, changes.length - shown))}
              </Button>
            )}
          </>
        )}
      </Panel>
    </>
  )
}
