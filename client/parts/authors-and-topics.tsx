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
  /** Shows every author at once, where nothing below waits for room. */
  inFull?: boolean
}

/** As many stand open; a longer list would push what is below it off the screen. */
const OPEN = 2
/** As many names stand on a closed list's line. */
const NAMED = 3

/** Who wrote a submission and what it is about, in a line or two; a longer list of authors opens on demand. */
export function AuthorsAndTopics({ authors, topics, inFull = false }: Props) {
  if (authors.length + topics.length === 0) return null
  return (
    <dl className={styles.facts}>
      {authors.length > 0 && (
        <div>
          <dt>{words.authors}</dt>
          <dd>
            {inFull || authors.length <= OPEN ? (
              <Authors authors={authors} />
            ) : (
              <details>
                <summary className={styles.summary}>
                  {authors
                    .slice(0, NAMED)
                    .map(({ name }) => name)
                    .join(', ')}{' '}
                  <span className={styles.all}>
                    {authors.length > NAMED ? words.allAuthors(authors.length) : words.affiliations}
                  </span>
                </summary>
                <Authors authors={authors} />
              </details>
            )}
          </dd>
        </div>
      )}
      {topics.length > 0 && (
        <div>
          <dt>{words.topics}</dt>
          <dd dir="auto">{topics.join(' · ')}</dd>
        </div>
      )}
    </dl>
  )
}

function Authors({ authors }: Pick<Props, 'authors'>) {
  return (
    <ol className={styles.authors}>
      {authors.map((author, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: authors keep their places
        <li className={styles.author} key={index}>
          <Author author={author} />
        </li>
      ))}
    </ol>
  )
}

function Author({ author: { name, organization, email, orcid } }: { author: ListedAuthor }) {
  return (
    <>
      <bdi>{name}</bdi>
      <span className={styles.more}>
        {organization && <bdi>{organization}</bdi>}
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
