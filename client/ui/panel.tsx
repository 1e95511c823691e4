import { type ReactNode, useId } from 'react'
import { HeadingLevelContext } from './heading-level.ts'
import styles from './panel.module.css'

interface Props {
  title?: string
  actions?: ReactNode
  /** Set apart by a surface of its own; without, by a rule above. For what must stand out, one or two a screen. */
  raised?: boolean
  children: ReactNode
}

/** A section of a view under its own heading. */
export function Panel({ title, actions, raised = false, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} data-raised={raised || undefined} aria-labelledby={title && id}>
      {(title || actions) && (
        <div className={styles.head}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      <HeadingLevelContext value={title === undefined ? 2 : 3}>{children}</HeadingLevelContext>
    </section>
  )
}
