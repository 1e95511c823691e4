import styles from './authors-and-topics.module.css'
import { words } from './words.ts'

interface ListedAuthor {
  name: string
  organization: string
  email?: string
  orcid?: string
}

interface Props {
  /** In order, the one who submitted first; none where they are hidden. */
  authors: readonly ListedAuthor[]
  topics: readonly string[]
}

/** Who wrote a submission and what it is about. */
export function AuthorsAndTopics({ authors, topics }: Props) {
  if (authors.length + topics.length === 0) return null
  return (
    <dl className={styles.facts}>
      {authors.length > 0 && (
        <>
          <dt>{words.authors}</dt>
          <dd>
            <ol className={styles.authors}>
              {authors.map((author, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: authors keep their places
                <li key={index}>
                  <Author author={author} />
                </li>
              ))}
            </ol>
          </dd>
        </>
      )}
      {topics.length > 0 && (
        <>
          <dt>{words.topics}</dt>
          <dd>{topics.join(' · ')}</dd>
        </>
      )}
    </dl>
  )
}

function Author({ author: { name, organization, email, orcid } }: { author: ListedAuthor }) {
  return (
    <>
      {name}
      <span className={styles.more}>
        {organization && <span>{organization}</span>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {orcid && (
          <a href={`https://orcid.org/${orcid}`} target="_blank" rel="noreferrer">
            {words.orcid(orcid)}
          </a>
        )}
      </span>
    </>
  )
}
