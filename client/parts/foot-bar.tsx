import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { markPage } from '#client/ui/mark-page.ts'
import styles from './foot-bar.module.css'

/** What can be done next with all that stands above: last of it, and at the foot of the window as long as more follows. */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => markPage('data-has-foot-bar'), [])
  useLayoutEffect(() => {
    const measured = bar.current
    if (measured === null) return undefined
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--foot-bar', `${measured.offsetHeight}px`))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return (
    <section ref={bar} className={styles.bar} aria-label={label} data-foot-bar data-no-print>
      {children}
    </section>
  )
}
