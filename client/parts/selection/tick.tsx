import { useRef } from 'react'
import type { Pick } from './pick.ts'
import styles from './tick.module.css'
import { words } from './words.ts'

/** The tick that selects an entry; with Shift all from the one last touched. */
export function Tick({ pick }: { pick: Pick }) {
  const withShift = useRef(false)
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={words.tick(pick.name)}
        checked={pick.chosen}
        onClick={(event) => {
          withShift.current = event.shiftKey
        }}
        onChange={() => pick.toggle(withShift.current)}
      />
    </label>
  )
}
