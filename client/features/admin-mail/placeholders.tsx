import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readEmailTemplate } from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { words } from './words.ts'

type Placeholder = AnswerOf<typeof readEmailTemplate>['placeholders'][number]

/** What can stand in braces in a message's text, and what each stands for. */
export function Placeholders({ all }: { all: readonly Placeholder[] }) {
  if (all.length === 0) return null
  return (
    <details className={styles.placeholders}>
      <summary>{words.placeholdersCount(all.length)}</summary>
      <p className={styles.quiet}>{words.placeholdersHint}</p>
      <dl className={styles.terms}>
        {all.map((placeholder) => (
          <div key={placeholder.name}>
            <dt>{`{${placeholder.name}}`}</dt>
            <dd>{aboutOf(placeholder)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function aboutOf({ about, required, optional, kind }: Placeholder): string {
  const notes = [
    required ? words.required : [],
    optional ? words.optional : [],
    optional || kind !== 'line' ? words.inText : [],
  ].flat()
  return notes.length === 0 ? about : `${about} (${notes.join(', ')})`
}
