import { Fragment, type ReactNode } from 'react'
import { Link } from '#client/navigation/link.tsx'
import { JudgedRows } from '#client/parts/many/judged-rows.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { Proposal } from '#shared/assigning/propose-contract.ts'
import styles from './proposal.module.css'
import { words } from './shortage-words.ts'

type Shortage = NonNullable<Proposal['shortage']>
type Inexperienced = NonNullable<Proposal['inexperienced']>

/** So many names of a change are shown; the rest is counted. */
const NAMED = 12

/** Papers that cannot be served, each with what binds, and for each kind of change the least that helps. */
export function ShortagePanel({ shortage }: { shortage: Shortage }) {
  const { papers, raise, missing, lift, invite, fewer } = shortage
  return (
    <>
      <JudgedRows
        title={words.shortage}
        rows={papers.map((one) => ({
          key: one.paperId,
          name: nameOf(one),
          facts: [
            words.shortOf(one.open),
            words.why(one),
            words.standing(one.standing),
            one.bottleneck !== null && words.bottleneck(one.bottleneck),
            one.kept.length > 0 &&
              `${words.kept} ${one.kept.map(({ reviewer, reason }) => words.keptBy(reviewer, reason)).join('; ')}.`,
          ],
          problem: null,
        }))}
      />
      <Panel title={words.changes}>
        <p>
          {words.room(shortage)} {words.alone}
        </p>
        <ul className={styles.list}>
          {raise.length > 0 && <Raises raise={raise} rest={missing > 0 && words.stillOpen(missing)} />}
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
    </>
  )
}

/** Papers that get nobody experienced, why, and the least that helps. */
export function InexperiencedPanel({ inexperienced }: { inexperienced: Inexperienced }) {
  const { papers, raise, missing, invite } = inexperienced
  return (
    <>
      <JudgedRows
        title={words.inexperienced}
        rows={papers.map((one) => ({
          key: one.paperId,
          name: nameOf(one),
          facts: [words.whyInexperienced(one.standing)],
          problem: null,
        }))}
      />
      {(raise.length > 0 || invite !== null) && (
        <Panel title={words.changesExperienced}>
          <ul className={styles.list}>
            {raise.length > 0 && <Raises raise={raise} rest={missing > 0 && words.stillWithout(missing)} />}
            {invite !== null && <li>{words.inviteExperienced(invite)}</li>}
          </ul>
        </Panel>
      )}
    </>
  )
}

function Raises({ raise, rest }: { raise: Shortage['raise']; rest: ReactNode }) {
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
    </li>
  )
}

function Named({ items }: { items: readonly { key: string; shown: ReactNode }[] }) {
  return (
    <>
      {items.slice(0, NAMED).map(({ key, shown }, at) => (
        <Fragment key={key}>
          {at > 0 && ', '}
          {shown}
        </Fragment>
      ))}
      {items.length > NAMED && ` ${words.andMore(items.length - NAMED)}`}.
    </>
  )
}

function nameOf({ paperId, title }: { paperId: string; title: string }): string {
  return [paperId, title].filter(Boolean).join(' · ')
}
