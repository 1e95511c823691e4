import { createContext, type ReactNode, useState } from 'react'
import styles from './error-summary.module.css'

/** Where the summary of a form's problems stands; null: within the form. */
export const SummaryPlaceContext = createContext<HTMLElement | null>(null)

/**
 * A page that is one form: the summary of its problems stands above the page's heading (GOV.UK Design System, "Error
 * summary"), whichever part of `children` holds the form.
 */
export function SummaryPlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <SummaryPlaceContext value={place}>
      <div className={styles.place} ref={setPlace} />
      {children}
    </SummaryPlaceContext>
  )
}
