import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { publicationSources, publicationStates } from '#shared/reviewing/publications-contract.ts'
import { moment, oneOf } from './columns.ts'
import { files } from './files.ts'
import { users } from './people.ts'
import { submissions } from './submissions.ts'

/** What a submission's abstract says, for finding its reviewers: as read from the newest PDF, or as its author put it right. */
export const submissionTexts = pgTable('submission_texts', {
  submissionId: text()
    .primaryKey()
    .references(() => submissions.id),
  text: text().notNull().default(''),
  /** What was read; the text is this as long as the author changed nothing. */
  readText: text().notNull().default(''),
  /** What the first pages say, to hold the title against; null where nobody looked yet. */
  readPage: text(),
  /** The beginning of what the PDF hides from who looks at it. */
  hidden: text().notNull().default(''),
  readAt: moment().notNull(),
})

/** A reviewer's own papers, as far as they tell the portal: what they know. */
export const publications = pgTable(
  'publications',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    abstract: text().notNull().default(''),
    source: text({ enum: publicationSources }).notNull(),
    state: text({ enum: publicationStates }).notNull().default('ready'),
    hidden: text().notNull().default(''),
    /** The PDF, until it was read. */
    fileId: uuid().references(() => files.id),
    createdAt: moment().notNull(),
    /** When its title or abstract was last written anew; never where null. */
    correctedAt: moment(),
  },
  (t) => [
    index('publications_user').on(t.userId, t.createdAt, t.id),
    index('publications_file').on(t.fileId).where(sql`file_id is not null`),
    oneOf('publications_source_known', t.source, publicationSources),
    oneOf('publications_state_known', t.state, publicationStates),
  ],
)
