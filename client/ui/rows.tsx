import type { ReactNode } from 'react'
import styles from './rows.module.css'

/** A list of things, one rule between them. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  /** A letter or drawing in front. */
  badge?: ReactNode
  /** The name; a link or button in it can be clicked anywhere in the row. */
  title: ReactNode
  /** Times and numbers below. */
  meta?: ReactNode
  /** The state, at the end. */
  status?: ReactNode
  /** More below: comments, an excerpt. */
  children?: ReactNode
}

/** One thing of a list. */
export function Row({ badge, title, meta, status, children }: RowProps) {
  return (
    <li className={styles.row}>
      {badge && <span className={styles.badge}>{badge}</span>}
      <div className={styles.text}>
        <div className={styles.title} dir="auto">
          {title}
        </div>
        {meta && <div className={styles.meta}>{meta}</div>}
        {children}
      </div>
      {status}
    </li>
  )
}
