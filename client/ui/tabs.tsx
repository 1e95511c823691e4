import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface Props<T extends string> {
  /** What the tabs divide, for screen readers. */
  label: string
  value: T
  onValue: (value: T) => void
  tabs: readonly { value: T; label: ReactNode; content: ReactNode }[]
}

/** Parts of one view, one shown at a time; arrows move between them. */
export function Tabs<T extends string>({ label, value, onValue, tabs }: Props<T>) {
  return (
    <Base.Root value={value} onValueChange={(next: T) => onValue(next)}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab className={styles.tab} key={tab.value} value={tab.value}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel className={styles.panel} key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
