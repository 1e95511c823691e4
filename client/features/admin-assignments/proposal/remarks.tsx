import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { isDoubted } from '#shared/assigning/expert.ts'
import type { Oddity, Proposal } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import styles from './proposal.module.css'
import { InexperiencedPanel, type Raising, ShortagePanel } from './shortage-panel.tsx'
import { words } from './words.ts'

/** What an organiser should look at before they trust a proposal: papers that cannot be served, and odd texts. */
export function Remarks({ proposal, ...raising }: { proposal: Proposal } & Raising) {
  const { shortage, inexperienced, oddities, pairs } = proposal
  const nameOf = new Map(pairs.map(({ reviewerId, reviewer }) => [reviewerId, reviewer]))
  return (
    <>
      {shortage !== null && (
        <ShortagePanel shortage={shortage} withoutExperienced={proposal.withoutExperienced} {...raising} />
      )}
      {inexperienced !== null && <InexperiencedPanel inexperienced={inexperienced} {...raising} />}
      <OddTexts oddities={oddities} nameOf={nameOf} />
      <TypedTexts typed={proposal.typed} />
    </>
  )
}

/** What authors typed beside what was read from their PDFs, folded paper by paper. */
function TypedTexts({ typed }: Pick<Proposal, 'typed'>) {
  if (typed.length === 0) return null
  return (
    <Panel title={`${words.typed} (${typed.length})`}>
      {typed.map((one) => (
        <details key={one.paperId} className={styles.odd}>
          <summary>{[one.paperId, one.title].filter(Boolean).join(' · ')}</summary>
          <dl className={styles.texts}>
            <dt>{words.typedText}</dt>
            <dd>{one.typed || words.nothingTyped}</dd>
            <dt>{words.readText}</dt>
            <dd>{one.read || words.nothingRead}</dd>
          </dl>
        </details>
      ))}
    </Panel>
  )
}

/** What is odd, folded by kind: there may be many of a kind, and none is in the way of what comes next. */
function OddTexts({
  oddities,
  nameOf,
}: {
  oddities: readonly Oddity[]
  nameOf: ReadonlyMap<string, string>
}) {
  if (oddities.length === 0) return null
  return (
    <Panel title={`${words.odd} (${oddities.length})`}>
      {oddities.some((one) => isDoubted([one])) && <p className={styles.soft}>{words.oddLead}</p>}
      {[...groupBy(oddities, ({ kind }) => kind)].map(([kind, group]) => (
        <details key={kind} className={styles.odd}>
          <summary>{`${words.oddKinds[kind]} (${group.length})`}</summary>
          <Rows label={words.oddKinds[kind]}>
            {group.map(({ paperId, reviewerId, message }) => (
              <Row
                key={`${paperId} ${reviewerId} ${message}`}
                title={`${paperId} · ${nameOf.get(reviewerId) ?? ''}`}
                meta={message}
              />
            ))}
          </Rows>
        </details>
      ))}
    </Panel>
  )
}
