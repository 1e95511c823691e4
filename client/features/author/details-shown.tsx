import type { TypedDetails } from './details-fields.ts'
import styles from './details-form.module.css'
import { detailsWords as words } from './details-words.ts'

/** Title, topics and co-authors to read. */
export function DetailsShown({ details }: { details: TypedDetails }) {
  return (
    <div className={styles.shown}>
      <p>
        <strong>{details.title || words.noTitle}</strong>
      </p>
      {details.topics.length > 0 && <p>{details.topics.join(' · ')}</p>}
      {details.coAuthors.length === 0 ? (
        <p>{words.noCoAuthors}</p>
      ) : (
        <ol>
          {details.coAuthors.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: co-authors keep their places
            <li key={index}>
              {[one.name, one.organization, one.email, one.orcid].filter(Boolean).join(', ')}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
