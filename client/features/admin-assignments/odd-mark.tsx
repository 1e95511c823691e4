import { Icon } from '#client/ui/icon.tsx'
import styles from './admin-assignments.module.css'
import { words } from './words.ts'

/** Says that there is something odd about a pair: by a drawing, and why in words. Nothing where there is nothing. */
export function OddMark({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <span className={styles.odd}>
      <Icon name="alert" />
      <span>{words.odd(reasons)}</span>
    </span>
  )
}
