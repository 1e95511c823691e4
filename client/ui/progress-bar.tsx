import styles from './progress-bar.module.css'

/** How much of a work is done, in whole percents. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} max={100} value={percent} aria-label={label} />
      <span className={styles.percent} aria-hidden="true">
        {percent}%
      </span>
    </div>
  )
}
