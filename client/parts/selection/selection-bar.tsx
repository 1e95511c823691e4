import type { ReactNode } from 'react'
import { FootBar } from '#client/parts/foot-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './selection-bar.module.css'
import { SELECT_MAX, type Selection } from './use-selection.ts'
import { words } from './words.ts'

/** How many entries are selected, what can be done to them, and ways to more or none; at the foot of the window. */
export function SelectionBar<Item>({
  selection,
  actions,
}: {
  selection: Selection<Item>
  /** What can be done to the selected ones. */
  actions: ReactNode
}) {
  const { chosen, shown, matching } = selection
  const isBeyond = matching > SELECT_MAX
  const canShown = chosen.length < Math.min(shown, SELECT_MAX)
  const canMatching = matching > shown && chosen.length < Math.min(matching, SELECT_MAX)
  return (
    <FootBar label={words.bar}>
      <p className={styles.count}>
        <output>{words.selected(chosen.length)}</output>
        {isBeyond && chosen.length === SELECT_MAX && <span>{words.atMost(SELECT_MAX)}</span>}
      </p>
      <div className={styles.ways}>
        {canShown && (
          <Button look="quiet" small onClick={selection.chooseShown}>
            {words.allShown(Math.min(shown, SELECT_MAX))}
          </Button>
        )}
        {canMatching && (
          <Button look="quiet" small busy={selection.isGathering} onClick={selection.chooseMatching}>
            {isBeyond ? words.firstOfMatching(SELECT_MAX, matching) : words.allMatching(matching)}
          </Button>
        )}
        <Button look="quiet" small onClick={selection.clear}>
          {words.clear}
        </Button>
      </div>
      <div className={styles.actions}>{actions}</div>
    </FootBar>
  )
}
