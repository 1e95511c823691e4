import { type ReactNode, useId } from 'react'
import { Link } from '#client/navigation/link.tsx'
import { JudgedList, type JudgedRow } from '#client/parts/many/judged-rows.tsx'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { Proposal, Wish } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { Named } from './named.tsx'
import styles from './proposal.module.css'
import { words } from './shortage-words.ts'

type Shortage = NonNullable<Proposal['shortage']>
type Inexperienced = NonNullable<Proposal['inexperienced']>

/** What is missing and, for each kind of change, the least that helps; then the papers, folded by what binds. */
export function ShortagePanel({
  shortage,
  withoutExperienced,
  ...raising
}: Pick<Proposal, 'withoutExperienced'> & { shortage: Shortage } & Raising) {
  const { papers, raise, missing, lift, invite, fewer } = shortage
  return (
    <>
      <Panel title={words.changes}>
        <p>
          {words.lead(papers)} {words.room(shortage)} {words.alone}
        </p>
        <ul className={styles.list}>
          {raise.length > 0 && (
            <Raises
              raise={raise}
              rest={missing > 0 && words.stillOpen(missing)}
              label={words.raiseAll(raise)}
              {...raising}
            />
          )}
          {lift.pairs.length > 0 && (
            <li>
              {words.lift(lift.pairs.length)}{' '}
              <Named
                items={lift.pairs.map((one) => ({
                  key: `${one.paperId} ${one.reviewerId}`,
                  shown: words.pair(one.paperId, one.reviewer),
                }))}
              />{' '}
              {lift.missing > 0 && words.stillOpen(lift.missing)}
            </li>
          )}
          {invite !== null && <li>{words.invite(invite)}</li>}
          {fewer !== null && <li>{words.fewer(fewer)}</li>}
        </ul>
      </Panel>
      <FoldedPapers
        title={words.shortage}
        papers={papers}
        causeOf={({ why }) => words.causes[why]}
        factsOf={(one) => [
          words.shortOf(one.open),
          words.why(one),
          withoutExperienced.includes(one.paperId) && words.nobodyExperienced,
          words.standing(one.standing),
          one.bottleneck !== null && words.bottleneck(one.bottleneck),
          one.kept.length > 0 &&
            `${words.kept} ${one.kept.map(({ reviewer, reason }) => words.keptBy(reviewer, reason)).join('; ')}.`,
        ]}
      />
    </>
  )
}

/** The least that gives every paper somebody experienced; then the papers that get nobody, folded by why. */
export function InexperiencedPanel({
  inexperienced,
  ...raising
}: { inexperienced: Inexperienced } & Raising) {
  const { papers, raise, missing, invite } = inexperienced
  return (
    <>
      {(raise.length > 0 || invite !== null) && (
        <Panel title={words.changesExperienced}>
          <ul className={styles.list}>
            {raise.length > 0 && (
              <Raises
                raise={raise}
                rest={missing > 0 && words.stillWithout(missing)}
                label={words.raiseExperienced(raise)}
                {...raising}
              />
            )}
            {invite !== null && <li>{words.inviteExperienced(invite)}</li>}
          </ul>
        </Panel>
      )}
      <FoldedPapers
        title={words.inexperienced}
        papers={papers}
        causeOf={({ why }) => words.causesInexperienced[why]}
        factsOf={({ standing }) => [words.whyInexperienced(standing)]}
      />
    </>
  )
}

interface Folded<Paper> {
  title: string
  papers: readonly Paper[]
  causeOf: (paper: Paper) => string
  factsOf: (paper: Paper) => JudgedRow['facts']
}

/** Papers folded by what binds: there may be hundreds, and the pairs come after them. */
function FoldedPapers<Paper extends { paperId: string; title: string }>({
  title,
  papers,
  causeOf,
  factsOf,
}: Folded<Paper>) {
  return (
    <Panel title={`${title} (${papers.length})`}>
      {[...groupBy(papers, causeOf)].map(([cause, group]) => (
        <details key={cause} className={styles.odd}>
          <summary>{`${cause} (${group.length})`}</summary>
          <JudgedList
            label={cause}
            rows={group.map((one) => ({
              key: one.paperId,
              name: nameOf(one),
              facts: factsOf(one),
              problem: null,
            }))}
          />
        </details>
      ))}
    </Panel>
  )
}

/** What makes the proposal anew with the limits that would help. */
export interface Raising {
  onRaise: (limits: Wish['limits']) => void
  busy: boolean
}

interface RaisesProps extends Raising {
  raise: Shortage['raise']
  rest: ReactNode
  /** What the button says. */
  label: string
}

function Raises({ raise, rest, label, onRaise, busy }: RaisesProps) {
  const id = useId()
  const limits = raise.flatMap(({ reviewerId, by, most }) =>
    most === null ? [] : [{ reviewerId, most: most + by }],
  )
  return (
    <li>
      {words.raise(raise)}{' '}
      <Named
        items={raise.map((one) => ({
          key: one.reviewerId,
          shown: (
            <>
              <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: one.reviewerId }}>
                {one.reviewer}
              </Link>{' '}
              {words.raiseBy(one)}
            </>
          ),
        }))}
      />{' '}
      {rest}
      <div className={styles.raise}>
        <Button look="secondary" small busy={busy} aria-describedby={id} onClick={() => onRaise(limits)}>
          {label}
        </Button>
        <span className={styles.soft} id={id}>
          {words.raiseHint}
        </span>
      </div>
    </li>
  )
}

function nameOf({ paperId, title }: { paperId: string; title: string }): string {
  return [paperId, title].filter(Boolean).join(' · ')
}
