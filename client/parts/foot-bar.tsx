import type { ReactNode } from 'react'
import styles from './foot-bar.module.css'

/** What can be done next with all that stands above: last of it, and at the foot of the window as long as more follows. */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label} data-foot-bar data-no-print>
      {children}
    </section>
  )
}
