import type { ReactNode } from 'react'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { Deadline } from './deadline.tsx'
import styles from './entry-step.module.css'

interface Props {
  /** What is to be done: 'Upload your paper – 3 days left'. */
  children: ReactNode
  /** It is too late, or overdue. */
  missed: boolean
  /** What stands before the moment: 'Deadline:'. */
  label: string
  until: Timestamp | null
}

/** What somebody has to do about an entry of a list, and by when. */
export function EntryStep({ children, missed, label, until }: Props) {
  return (
    <p className={styles.step} data-missed={missed || undefined}>
      <strong>{children}</strong>{' '}
      {until && (
        <span className={styles.until}>
          {label} <Deadline at={until} />
        </span>
      )}
    </p>
  )
}
