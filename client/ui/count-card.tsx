import type { ReactNode } from 'react'
import styles from './count-card.module.css'

interface Props {
  /** Undefined while it is loading: shown as an ellipsis. */
  count: number | undefined
  /** The link or button with the name; the whole card can be clicked. */
  children: ReactNode
  /** A line below. */
  note?: ReactNode
}

/** A number with its name, leading to the list it counts. */
export function CountCard({ count, children, note }: Props) {
  return (
    <div className={styles.card} data-none={count === 0 || undefined}>
      <span className={styles.count}>{count ?? '…'}</span>
      <span className={styles.name}>{children}</span>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}

/** Sets count cards side by side as far as there is room. */
export function CountCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>
}
