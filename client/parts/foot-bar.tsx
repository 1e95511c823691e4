import { type ReactNode, useLayoutEffect } from 'react'
import { markPage } from '#client/ui/mark-page.ts'
import styles from './foot-bar.module.css'

/** What can be done next with all that stands above: last of it, and at the foot of the window as long as more follows. */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  useLayoutEffect(() => markPage('data-has-foot-bar'), [])
  return (
    <section className={styles.bar} aria-label={label} data-foot-bar data-no-print>
      {children}
    </section>
  )
}
