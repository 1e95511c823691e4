import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  title: string
  /** What will be here, or how it comes. */
  children?: ReactNode
  action?: ReactNode
}

/** A list without entries says why, and what to do. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
