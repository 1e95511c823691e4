import type { ReactNode } from 'react'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { TimeText } from './time-text.tsx'
import styles from './timeline.module.css'

export interface TimelineStep {
  key: string
  title: ReactNode
  at?: Timestamp | null
  /** Done, where it stands now, or still to come. */
  state: 'done' | 'now' | 'next'
  /** Who must act, what was said, by when. */
  note?: ReactNode
}

/** The way of a thing: what happened, where it is, what comes. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map((step) => (
        <li
          className={styles.step}
          key={step.key}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <div className={styles.title}>{step.title}</div>
          {step.at && (
            <div className={styles.when}>
              <TimeText at={step.at} />
            </div>
          )}
          {step.note && <div className={styles.note}>{step.note}</div>}
        </li>
      ))}
    </ol>
  )
}
