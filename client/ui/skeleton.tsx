import styles from './skeleton.module.css'
import { words } from './words.ts'

interface Props {
  /** How many lines stand in for what is coming. */
  lines?: number
  /** What screen readers hear meanwhile. */
  label?: string | undefined
}

/** Stands in for rows that are loading, in their size, so that nothing jumps. */
export function Skeleton({ lines = 3, label = words.loading }: Props) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <output className={styles.label}>{label}</output>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to tell them apart
        <div className={styles.line} key={line} />
      ))}
    </div>
  )
}
