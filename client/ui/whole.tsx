import type { ReactNode } from 'react'
import styles from './whole.module.css'

/** Short words with a hyphen, as ids are; long ones must be able to break. */
const HYPHENED = /((?<!\S)\S{1,12}-\S{1,12}(?!\S))/u

/** A text whose ids and other short words with a hyphen are never broken at it. What is no text stays as it is. */
export function whole(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  // Split with a group: every second part is what the group found.
  const parts = text.split(HYPHENED)
  return parts.length === 1
    ? text
    : parts.map((part, nth) =>
        nth % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: words keep their places
          <span className={styles.whole} key={nth}>
            {part}
          </span>
        ),
      )
}
