import { Link } from '#client/navigation/link.tsx'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { isDoubted } from '#shared/assigning/expert.ts'
import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { Oddity, Proposal } from '#shared/assigning/propose-contract.ts'
import { keyOf } from './edits.ts'
import { type OddGroup, oddGroups } from './oddities.ts'
import styles from './proposal.module.css'
import { words } from './words.ts'

/** What keeps pairs out of a proposal, and lets them in again. */
export interface Barring {
  barred: readonly NamedPair[]
  onBarAll: (pairs: readonly NamedPair[]) => void
  onAllowAll: (pairs: readonly NamedPair[]) => void
}

type Given = Pick<Proposal, 'pairs' | 'oddities' | 'unproposedMore'>

/** What is odd about pairs that are proposed, and apart from it about those that are not. */
export function OddPanels({ proposal, ...barring }: { proposal: Given } & Barring) {
  const { pairs, oddities, unproposedMore } = proposal
  const proposed = new Set(pairs.map(keyOf))
  const isProposed = (one: Oddity) => proposed.has(keyOf(one))
  return (
    <>
      <OddPanel title={words.odd} oddities={oddities.filter(isProposed)} {...barring} />
      <OddPanel
        title={words.oddUnproposed}
        oddities={oddities.filter((one) => !isProposed(one))}
        more={unproposedMore}
        {...barring}
      />
    </>
  )
}

interface OddPanelProps extends Barring {
  title: string
  oddities: readonly Oddity[]
  /** So many more pairs are not named. */
  more?: number
}

/** Odd pairs, folded by who or what is odd: each leads to its paper and its reviewer, and can be barred there and then. */
function OddPanel({ title, oddities, more = 0, ...barring }: OddPanelProps) {
  if (oddities.length === 0) return null
  const pairs = new Set(oddities.map(keyOf)).size
  return (
    <Panel title={`${title} (${pairs})`}>
      {oddities.some((one) => isDoubted([one])) && <p className={styles.soft}>{words.oddLead}</p>}
      {oddGroups(oddities).map((group) => (
        <Group key={`${group.of} ${group.key}`} group={group} {...barring} />
      ))}
      {more > 0 && <p className={styles.soft}>{words.unproposedMore(more)}</p>}
    </Panel>
  )
}

function Group({ group: { of, said, pairs }, ...barring }: { group: OddGroup } & Barring) {
  const [first] = pairs
  if (first === undefined) return null
  const { paperId, title, reviewerId, reviewer } = first
  const name = of === 'reviewer' ? reviewer : [paperId, title].filter(Boolean).join(' · ')
  return (
    <details className={styles.odd}>
      <summary>{of === 'reviewer' ? words.oddReviewer(name, pairs.length) : words.oddPaper(name)}</summary>
      <div className={styles.oddAll}>
        {said.map((one) => (
          <p key={one}>{one}</p>
        ))}
        <p className={styles.raise}>
          {of === 'reviewer' ? (
            <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId }}>
              {words.toTexts(reviewer)}
            </Link>
          ) : (
            <Link to="/admin/papers" search={{ view: 'paper', paperId }}>
              {words.toPaper(paperId)}
            </Link>
          )}
          {pairs.length > 1 && (
            <BarAll of={of} name={of === 'reviewer' ? reviewer : paperId} pairs={pairs} {...barring} />
          )}
        </p>
      </div>
      <Rows label={name}>
        {pairs.map((pair) => (
          <Row
            key={keyOf(pair)}
            title={
              of === 'reviewer' ? (
                <Link to="/admin/papers" search={{ view: 'paper', paperId: pair.paperId }}>
                  {[pair.paperId, pair.title].filter(Boolean).join(' · ')}
                </Link>
              ) : (
                <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: pair.reviewerId }}>
                  {pair.reviewer}
                </Link>
              )
            }
            meta={pair.said.length > 0 && pair.said.map((one) => <span key={one}>{one}</span>)}
            status={<BarOne pair={pair} {...barring} />}
          />
        ))}
      </Rows>
    </details>
  )
}

function isBarredIn(barred: readonly NamedPair[], pair: NamedPair): boolean {
  return barred.some((one) => keyOf(one) === keyOf(pair))
}

/** One button that turns into the way back, so that the keyboard stays on it. */
function BarOne({ pair, barred, onBarAll, onAllowAll }: { pair: NamedPair } & Barring) {
  const { reviewer, paperId } = pair
  const isBarred = isBarredIn(barred, pair)
  return (
    <div className={styles.above}>
      {isBarred && <span className={styles.soft}>{words.mustNotBe}</span>}
      <Button
        look={isBarred ? 'quiet' : 'secondary'}
        small
        aria-label={isBarred ? words.allow(reviewer, paperId) : words.bar(reviewer, paperId)}
        onClick={() => (isBarred ? onAllowAll([pair]) : onBarAll([pair]))}
      >
        {isBarred ? words.allowShort : words.barShort}
      </Button>
    </div>
  )
}

interface BarAllProps extends Barring {
  of: OddGroup['of']
  name: string
  pairs: OddGroup['pairs']
}

function BarAll({ of, name, pairs, barred, onBarAll, onAllowAll }: BarAllProps) {
  const open = pairs.filter((pair) => !isBarredIn(barred, pair))
  const isBarred = open.length === 0
  return (
    <Button look="quiet" small onClick={() => (isBarred ? onAllowAll(pairs) : onBarAll(open))}>
      {isBarred ? words.allowAll[of](name, pairs.length) : words.barAll[of](name, open.length)}
    </Button>
  )
}
