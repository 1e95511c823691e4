import type { ReactNode } from 'react'
import styles from './entry.module.css'

/** A list of entries between rules. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

interface Props {
  /** A letter or drawing in front. */
  badge?: ReactNode
  /** The name, as the link that opens it. */
  name: ReactNode
  /** Short facts in a row below. */
  facts: readonly ReactNode[]
  /** The status pill and buttons. */
  side?: ReactNode
  children?: ReactNode
}

/** One entry of a list: its name, some facts, its state. */
export function Entry({ badge, name, facts, side, children }: Props) {
  return (
    <li>
      <article className={styles.entry} data-badge={badge !== undefined || undefined}>
        {badge}
        <div className={styles.main}>
          <h2 className={styles.name}>{name}</h2>
          <p className={styles.facts}>
            {facts.map(
              (fact, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
                fact && <span key={index}>{fact}</span>,
            )}
          </p>
          {children}
        </div>
        {side && <div className={styles.side}>{side}</div>}
      </article>
    </li>
  )
}
