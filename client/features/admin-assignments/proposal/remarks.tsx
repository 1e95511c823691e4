import { Link } from '#client/navigation/link.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { Proposal } from '#shared/assigning/propose-contract.ts'
import { Named } from './named.tsx'
import { type Barring, OddPanels } from './odd-panel.tsx'
import styles from './proposal.module.css'
import { InexperiencedPanel, type Raising, ShortagePanel } from './shortage-panel.tsx'
import { words } from './words.ts'

/** What an organiser should look at before they trust a proposal: papers that cannot be served, and odd texts. */
export function Remarks({ proposal, onRaise, busy, ...barring }: { proposal: Proposal } & Raising & Barring) {
  const { shortage, inexperienced } = proposal
  const raising = { onRaise, busy }
  return (
    <>
      {shortage !== null && (
        <ShortagePanel shortage={shortage} withoutExperienced={proposal.withoutExperienced} {...raising} />
      )}
      {inexperienced !== null && <InexperiencedPanel inexperienced={inexperienced} {...raising} />}
      <Unknown unknown={proposal.unknown} />
      <OddPanels proposal={proposal} {...barring} />
      <TypedTexts typed={proposal.typed} />
    </>
  )
}

/** Of whom nothing tells which papers suit them: whoever asks them for topics gets a better proposal. */
function Unknown({ unknown }: Pick<Proposal, 'unknown'>) {
  if (unknown.length === 0) return null
  return (
    <Message>
      {words.unknown(unknown.length)}{' '}
      <Named
        items={unknown.map(({ reviewerId, reviewer }) => ({
          key: reviewerId,
          shown: (
            <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId }}>
              {reviewer}
            </Link>
          ),
        }))}
      />
    </Message>
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
