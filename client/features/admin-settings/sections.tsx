import type { ReactNode } from 'react'
import { Panel } from '#client/ui/panel.tsx'
import styles from './admin-settings.module.css'
import { words } from './words.ts'

/** The form's sections, in their order. */
const sections = [
  'conference',
  'deadlines',
  'review',
  'mail',
  'access',
  'reminders',
  'keeping',
  'files',
  'payment',
  'receipts',
] as const

const anchorOf = (name: string) => `settings-${name}`

/** The way to each section: above the form, or beside it where there is room. */
export function SectionLinks() {
  return (
    <nav className={styles.links} aria-label={words.sections}>
      <ul>
        {sections.map((name) => (
          <li key={name}>
            <a href={`#${anchorOf(name)}`}>{words[name]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A section of the form under its heading. */
export function Section({ name, children }: { name: (typeof sections)[number]; children: ReactNode }) {
  return (
    <div id={anchorOf(name)} className={styles.section}>
      <Panel title={words[name]}>{children}</Panel>
    </div>
  )
}
