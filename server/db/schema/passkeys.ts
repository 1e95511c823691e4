import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns.ts'
import { sessions, users } from './people.ts'

/** Passkeys (WebAuthn): a way of the second step of a log-in. Written by the people feature alone. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How the authenticator calls it, base64url. */
    credentialId: text().notNull(),
    /** What its signatures are checked with: a COSE key, base64url. */
    publicKey: text().notNull(),
    /** How often it signed, as it says; 0 of one that does not count. Of one that does it only ever grows. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How a browser reaches it. */
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [
    uniqueIndex('passkeys_credential_key').on(t.credentialId),
    index('passkeys_user').on(t.userId, t.createdAt),
    check('passkeys_counter', sql`${t.counter} between 0 and 4294967295`),
    check('passkeys_name', sql`${t.name} <> ''`),
    check('passkeys_encoded', sql`${t.credentialId} ~ '^[\\w-]+$' and ${t.publicKey} ~ '^[\\w-]+$'`),
  ],
)

export const challengePurposes = ['add', 'log_in'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/** What an authenticator has to sign: of chance, each good once, for minutes, for one person and purpose. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: challengePurposes }).notNull(),
    /** In which a passkey is added; at a log-in there is none yet. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index('passkey_challenges_user').on(t.userId, t.expiresAt),
    index('passkey_challenges_session').on(t.sessionId).where(sql`session_id is not null`),
    oneOf('passkey_challenges_purpose_known', t.purpose, challengePurposes),
    check('passkey_challenges_session_of_add', sql`(${t.purpose} = 'add') = (${t.sessionId} is not null)`),
  ],
)
