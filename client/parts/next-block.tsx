import type { ReactNode } from 'react'
import { whole } from '#client/ui/whole.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { Deadline } from './deadline.tsx'
import styles from './next-block.module.css'
import { words } from './words.ts'

interface Props {
  title: string
  /** Which submission, where the screen is about several. */
  about?: string
  until?: Timestamp | null | undefined
  missed?: boolean
  children?: ReactNode
}

/** What to do next, by when, and the button that does it. */
export function NextBlock({ title, about, until, missed = false, children }: Props) {
  return (
    <div className={styles.next} data-missed={missed || undefined}>
      <div className={styles.text}>
        <p className={styles.eyebrow}>{words.nextStep}</p>
        <h2 className={styles.title}>{whole(title)}</h2>
        {about && <p className={styles.about}>{whole(about)}</p>}
        {until && (
          <p className={styles.until}>
            {words.deadline}: <Deadline at={until} />
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
