import { useId, useState } from 'react'
import { OddMark } from '#client/features/admin-assignments/odd-mark.tsx'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { Proposal, ProposedPair } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { AddDialog } from './add-dialog.tsx'
import { type EditedPair, keyOf } from './edits.ts'
import type { OddWords } from './oddities.ts'
import styles from './proposal.module.css'
import { WhyScore } from './why-score.tsx'
import { words } from './words.ts'

/** As many papers as are drawn at first, and each time more are asked for. */
const SHOWN = 25

interface Props {
  id: string
  proposal: Proposal
  pairs: readonly EditedPair[]
  /** What must not be. */
  barred: readonly NamedPair[]
  /** The most papers that the proposal was asked to give each. */
  askedOf: (reviewerId: string) => number | undefined
  odd: OddWords
  onAdd: (pair: ProposedPair) => void
  onRemove: (pair: NamedPair) => void
  onLock: (pair: NamedPair) => void
  onBar: (pair: NamedPair) => void
  onAllow: (pair: NamedPair) => void
}

interface PaperRow {
  paperId: string
  title: string
  /** Who is on it already, and what they score together. */
  on: readonly { reviewerId: string; reviewer: string }[]
  had: number
  pairs: readonly EditedPair[]
  barred: readonly NamedPair[]
}

/** Papers with their proposed reviewers, each pair with its reason; pairs are taken out, added and locked here. */
export function PairsTable(props: Props) {
  const { id, proposal, pairs, barred, askedOf, odd, onAdd, onRemove, onLock, onBar, onAllow } = props
  const { q = '' } = useSearch('/admin/assignments')
  const field = useId()
  const [shown, setShown] = useState(SHOWN)
  const [adding, setAdding] = useState<PaperRow>()
  const papers = papersOf(proposal, pairs, barred)
  const found = papers.filter((paper) => matches(paper, q.trim().toLowerCase()))
  return (
    <>
      {papers.length > SHOWN && (
        <div className={styles.find}>
          <TextField
            id={field}
            name="q"
            label={words.findPaper}
            value={q}
            onValue={(value) =>
              navigate({
                to: '/admin/assignments',
                search: { view: 'proposal', proposalId: id, q: value },
                replace: true,
              })
            }
            input={{ type: 'search' }}
          />
        </div>
      )}
      {found.length === 0 && <p>{words.noMatch}</p>}
      <div className={styles.table}>
        <table className={styles.pairs}>
          <caption className={styles.caption}>{words.tableCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.reviewer}</th>
              <th scope="col">{words.scoreHead}</th>
              <th scope="col">{words.why}</th>
              <th scope="col">{words.actions}</th>
            </tr>
          </thead>
          {found.slice(0, shown).map((paper) => (
            <tbody key={paper.paperId} data-keeps-focus>
              <tr className={styles.paper}>
                <th scope="rowgroup" colSpan={3}>
                  <span className={styles.soft}>{paper.paperId}</span> {paper.title}{' '}
                  <OddMark reasons={odd.ofPaper(paper.paperId)} />
                </th>
                <td>
                  <Button
                    look="quiet"
                    small
                    icon="plus"
                    aria-label={words.addTo(paper.paperId)}
                    onClick={() => setAdding(paper)}
                  >
                    {words.add}
                  </Button>
                </td>
              </tr>
              {paper.on.length > 0 && (
                <tr>
                  <td colSpan={4} className={styles.soft}>
                    {words.on(paper)}
                  </td>
                </tr>
              )}
              {paper.pairs.length === 0 && (
                <tr>
                  <td colSpan={4} className={styles.soft}>
                    {words.nobody}
                  </td>
                </tr>
              )}
              {paper.pairs.map((pair) => (
                <PairRow key={keyOf(pair)} {...{ pair, odd, onRemove, onLock }} />
              ))}
              {paper.barred.map((pair) => (
                <BarredRow key={keyOf(pair)} {...{ pair, onAllow }} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {found.length > shown && (
        <Button look="secondary" onClick={() => setShown(shown + SHOWN)}>
          {words.morePapers(Math.min(SHOWN, found.length - shown))}
        </Button>
      )}
      {adding !== undefined && (
        <AddDialog
          proposalId={id}
          paper={adding}
          askedOf={askedOf}
          odd={odd}
          loadOf={(reviewerId) => pairs.filter((pair) => pair.reviewerId === reviewerId).length}
          onClose={() => setAdding(undefined)}
          onAdd={(pair) => {
            onAdd(pair)
            setAdding(undefined)
          }}
          onBar={(pair) => {
            onBar(pair)
            setAdding(undefined)
          }}
        />
      )}
    </>
  )
}

type PairRowProps = Pick<Props, 'odd' | 'onRemove' | 'onLock'> & { pair: EditedPair }

function PairRow({ pair, odd, onRemove, onLock }: PairRowProps) {
  const { reviewer, paperId, score, reason, warning, isLocked } = pair
  return (
    <tr>
      <th scope="row" aria-label={reviewer}>
        <span className={styles.name}>
          <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: pair.reviewerId }}>
            {reviewer}
          </Link>
        </span>
      </th>
      <td className={styles.score}>{words.score(score)}</td>
      <td className={styles.why}>
        {isLocked && `${words.mustBe} `}
        {reason} {pair.isAdded && <WhyScore {...pair} />}
        {warning !== null && <span className={styles.warning}> {warning}</span>}{' '}
        <OddMark reasons={odd.ofPair(pair, pair.odd)} />
      </td>
      <td>
        <div className={styles.actions}>
          <Button
            look={isLocked ? 'secondary' : 'quiet'}
            small
            aria-pressed={isLocked}
            aria-label={words.lock(reviewer, paperId)}
            onClick={() => onLock(pair)}
          >
            {isLocked ? words.lockedShort : words.lockShort}
          </Button>
          <Button
            look="quiet"
            small
            aria-label={words.remove(reviewer, paperId)}
            onClick={() => onRemove(pair)}
          >
            {words.removeShort}
          </Button>
        </div>
      </td>
    </tr>
  )
}

/** Somebody who must not review the paper. */
function BarredRow({ pair, onAllow }: Pick<Props, 'onAllow'> & { pair: NamedPair }) {
  const { reviewer, paperId } = pair
  return (
    <tr>
      <th scope="row">
        <s className={styles.name}>{reviewer}</s>
      </th>
      <td className={styles.score}>{words.noScore}</td>
      <td className={styles.why}>{words.mustNotBe}</td>
      <td>
        <Button look="quiet" small aria-label={words.allow(reviewer, paperId)} onClick={() => onAllow(pair)}>
          {words.allowShort}
        </Button>
      </td>
    </tr>
  )
}

/** Every paper that a proposal speaks of, those without anybody too. */
function papersOf(
  { pairs: proposed, seats, shortage }: Proposal,
  pairs: readonly EditedPair[],
  barred: readonly NamedPair[],
): PaperRow[] {
  const titles = new Map([...seats, ...proposed, ...pairs].map(({ paperId, title }) => [paperId, title]))
  for (const { paperId, title } of shortage?.papers ?? []) titles.set(paperId, title)
  const seatsOf = new Map(seats.map((one) => [one.paperId, one]))
  const own = groupBy(pairs, ({ paperId }) => paperId)
  const not = groupBy(barred, ({ paperId }) => paperId)
  return [...titles]
    .map(([paperId, title]) => ({
      paperId,
      title,
      on: seatsOf.get(paperId)?.on ?? [],
      had: seatsOf.get(paperId)?.had ?? 0,
      pairs: own.get(paperId) ?? [],
      barred: not.get(paperId) ?? [],
    }))
    .sort((a, b) => a.paperId.localeCompare(b.paperId))
}

function matches({ paperId, title, on, pairs }: PaperRow, sought: string): boolean {
  return [paperId, title, ...[...on, ...pairs].map(({ reviewer }) => reviewer)].some((text) =>
    text.toLowerCase().includes(sought),
  )
}
