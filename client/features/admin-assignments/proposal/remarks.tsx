import { JudgedRows } from '#client/parts/many/judged-rows.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { Proposal } from '#shared/assigning/propose-contract.ts'
import styles from './proposal.module.css'
import { words } from './words.ts'

/** What an organiser should look at before they trust a proposal: papers that cannot be served, and odd texts. */
export function Remarks({ proposal }: { proposal: Proposal }) {
  const { shortage, withoutExperienced, oddities, pairs } = proposal
  const nameOf = new Map(pairs.map(({ reviewerId, reviewer }) => [reviewerId, reviewer]))
  return (
    <>
      {shortage !== null && (
        <>
          <JudgedRows
            title={words.shortage}
            rows={shortage.papers.map(({ paperId, title, open, eligible, why }) => ({
              key: paperId,
              name: [paperId, title].filter(Boolean).join(' · '),
              facts: [
                words.shortOf(open),
                why === 'conflicts' ? words.whyConflicts(eligible) : words.whyLoads(eligible),
              ],
              problem: null,
            }))}
          />
          <Panel title={words.raise}>
            {shortage.raise.length > 0 && (
              <ul className={styles.list}>
                {shortage.raise.map(({ reviewerId, reviewer, by }) => (
                  <li key={reviewerId}>{words.raiseBy(reviewer, by)}</li>
                ))}
              </ul>
            )}
            {shortage.missing > 0 && <p>{words.stillMissing(shortage.missing)}</p>}
          </Panel>
        </>
      )}
      {withoutExperienced.length > 0 && (
        <Panel title={words.withoutExperienced}>
          <p>{withoutExperienced.join(', ')}</p>
        </Panel>
      )}
      <JudgedRows
        title={words.odd}
        rows={oddities.map(({ paperId, reviewerId, message }) => ({
          key: `${paperId} ${reviewerId} ${message}`,
          name: `${paperId} · ${nameOf.get(reviewerId) ?? ''}`,
          facts: [message],
          problem: null,
        }))}
      />
    </>
  )
}
