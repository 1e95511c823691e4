import styles from './progress-bar.module.css'
import { words } from './words.ts'

const QUARTER = 25

interface Props {
  percent: number
  label: string
  /** Speed and time left. */
  note?: string | undefined
}

/** How much of a work is done, in whole percents; screen readers hear each quarter. */
export function ProgressBar({ percent, label, note }: Props) {
  // Every percent would talk without end.
  const quarter = Math.floor(percent / QUARTER) * QUARTER
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} max={100} value={percent} aria-label={label} />
      <span className={styles.percent} aria-hidden="true">
        {percent}%
      </span>
      {note && <span className={styles.note}>{note}</span>}
      <output className={styles.said}>{quarter > 0 && words.quarter(quarter)}</output>
    </div>
  )
}
