import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import type { previewAssignments } from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { words } from './words.ts'

/** What each reviewer of a plan would have to do. */
export function Loads({ loads }: { loads: AnswerOf<typeof previewAssignments>['loads'] }) {
  const changed = loads.filter(({ added }) => added > 0)
  if (changed.length === 0) return null
  return (
    <Panel title={words.loads}>
      <Rows label={words.loads}>
        {changed.map(({ reviewerId, reviewer, open, added, limit }) => (
          <Row
            key={reviewerId}
            title={reviewer}
            meta={
              <>
                <span>{words.loadAfter(open, added)}</span>
                {limit !== null && <span>{words.atMost(limit)}</span>}
              </>
            }
          />
        ))}
      </Rows>
    </Panel>
  )
}
