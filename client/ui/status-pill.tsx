import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './status-pill.module.css'

/** The one language of states; `status-pill.module.css` gives each its colour. */
export type StatusKind =
  | 'waiting'
  | 'in-review'
  | 'changes'
  | 'accepted'
  | 'rejected'
  | 'payment'
  | 'complete'

const icons: Record<StatusKind, IconName> = {
  waiting: 'clock',
  'in-review': 'eye',
  changes: 'edit',
  accepted: 'check',
  rejected: 'close',
  payment: 'coin',
  complete: 'check',
}

/** A state in its colour, with its drawing and its word, which is shown with a capital whatever its source has. */
export function StatusPill({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={styles.pill} data-kind={kind}>
      <Icon name={icons[kind]} />
      <span className={styles.word}>{children}</span>
    </span>
  )
}

interface LetterProps {
  kind: StatusKind
  /** What the letter stands for. */
  title: string
  children: string
}

/** A letter in the colour of a state; its word stands beside it. */
export function StatusLetter({ kind, title, children }: LetterProps) {
  return (
    <span className={styles.letter} data-kind={kind} title={title}>
      {children}
    </span>
  )
}
