import { type ReactNode, use } from 'react'
import { HeadingLevelContext } from '#client/ui/heading-level.ts'
import { whole } from '#client/ui/whole.tsx'
import styles from './entry.module.css'
import { PickContext } from './selection/pick.ts'
import { Tick } from './selection/tick.tsx'

/** A list of entries between rules; one of many pages is drawn always, or by the browser when it comes near. */
export function Entries({ drawn, children }: { drawn?: 'always' | 'near' | undefined; children: ReactNode }) {
  return (
    <ul className={styles.list} data-drawn={drawn}>
      {children}
    </ul>
  )
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
  const pick = use(PickContext)
  const Name = `h${use(HeadingLevelContext)}` as const
  return (
    <li>
      <article
        className={styles.entry}
        data-badge={badge !== undefined || pick !== undefined || undefined}
        data-entry={pick?.id ?? ''}
        data-chosen={pick?.chosen || undefined}
        // The keys of lists lead to it where its name is no link.
        tabIndex={-1}
      >
        {pick && <Tick pick={pick} />}
        {badge}
        <div className={styles.main}>
          <Name className={styles.name} dir="auto" data-name>
            {name}
          </Name>
          <p className={styles.facts}>
            {facts.map(
              (fact, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
                fact && <span key={index}>{whole(fact)}</span>,
            )}
          </p>
          {children}
        </div>
        {side && <div className={styles.side}>{side}</div>}
      </article>
    </li>
  )
}
