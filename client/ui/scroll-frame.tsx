/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- keys scroll only what can have the focus */
import type { ReactNode } from 'react'
import styles from './scroll-frame.module.css'

/**
 * Around a table or a picture that needs its width: where there is less it scrolls sideways by itself, with the arrow
 * keys too, and never the page (WCAG 1.4.10).
 */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll only what can have the focus
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
