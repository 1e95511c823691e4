import styles from './progress-bar.module.css'

interface Props {
  percent: number
  label: string
  /** Speed and time left. */
  note?: string | undefined
}

/** How much of a work is done, in whole percents. */
export function ProgressBar({ percent, label, note }: Props) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} max={100} value={percent} aria-label={label} />
      <span className={styles.percent} aria-hidden="true">
        {percent}%
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
