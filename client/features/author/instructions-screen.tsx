import { BackLink } from '#client/navigation/link.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import styles from './instructions.module.css'
import { instructions as words } from './instructions.ts'

/** The static guide for authors (portal.md §2 "Author instructions"). */
export function InstructionsScreen() {
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        back={<BackLink to="/author">{words.back}</BackLink>}
      />
      {words.parts.map((part) => (
        <Panel title={part.title} key={part.title}>
          <ol className={styles.guide}>
            {part.steps.map((step) => (
              <li key={step.name}>
                <strong>{step.name}.</strong> {step.text}
              </li>
            ))}
          </ol>
        </Panel>
      ))}
      <Panel title={words.rulesTitle}>
        <ul className={styles.guide}>
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
