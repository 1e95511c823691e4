import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { roles } from '#shared/core/roles.ts'
import { deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { alphabet, isOrcid, moment, oneOf, rankAmong, searchable } from './columns.ts'
import { files } from './files.ts'

/** Everybody with an account. Written by the people feature alone. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text(),
    role: text({ enum: roles }).notNull(),
    isStaff: boolean().notNull().default(false),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    organization: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** ORCID iD; '' where none was given. */
    orcid: text().notNull().default(''),
    topics: text().array().notNull().default([]),
    /** How many papers they review at a time, at most; null is any number. */
    reviewLimit: integer(),
    /** Marked by an organiser: a paper may be wanted to have at least one such reviewer. */
    isExperienced: boolean().notNull().default(false),
    photoFileId: uuid().references(() => files.id),
    emailVerifiedAt: moment(),
    disabledAt: moment(),
    /** Deleted by the person: what is left here names nobody (decisions.md §4). */
    deletedAt: moment(),
    lastLoginAt: moment(),
    /** Since when a log-in asks for a second step too; null while it does not. */
    secondFactorSince: moment(),
    createdAt: moment().notNull(),
    searched: text()
      .notNull()
      .generatedAlwaysAs(searchable('name', 'email', 'organization', "first_name || ' ' || last_name")),
  },
  (t) => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    index('users_rank').on(rankAmong(t.role, roles), t.id),
    index('users_role').on(t.role),
    index('users_created').on(t.createdAt, t.id),
    index('users_name').on(alphabet(t.name), t.id),
    index('users_staff').on(t.createdAt, t.id).where(sql`is_staff`),
    index('users_experienced').on(t.createdAt, t.id).where(sql`is_experienced`),
    index('users_reviewers')
      .on(t.createdAt, t.id)
      .where(sql`role in ('reviewer', 'both') and disabled_at is null`),
    index('users_disabled').on(t.createdAt, t.id).where(sql`deleted_at is null and disabled_at is not null`),
    index('users_unverified')
      .on(t.createdAt, t.id)
      .where(sql`deleted_at is null and email_verified_at is null`),
    index('users_photo').on(t.photoFileId).where(sql`photo_file_id is not null`),
    index('users_search').using('gin', t.searched.op('gin_trgm_ops'), sql`joined(${t.topics}) gin_trgm_ops`),
    oneOf('users_role_known', t.role, roles),
    isOrcid('users_orcid', t.orcid),
    check('users_review_limit', sql`${t.reviewLimit} >= 0`),
    check(
      'users_deleted_names_nobody',
      sql`${t.deletedAt} is null or (${t.disabledAt} is not null and ${t.passwordHash} is null
        and ${t.email} like '%.invalid' and ${t.firstName} || ${t.lastName} || ${t.organization} || ${t.phone} || ${t.orcid} = ''
        and ${t.photoFileId} is null)`,
    ),
  ],
)

/** A log-in. The refresh token is derived from `id`, `counter` and the server's secret; nothing usable is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    counter: integer().notNull().default(0),
    rotatedAt: moment().notNull(),
    device: text().notNull().default(''),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [index('sessions_user').on(t.userId, t.createdAt)],
)

/**
 * What makes a person's codes: those of an app (RFC 6238), where they have one, and the recovery codes. In force once
 * `users.secondFactorSince` says so; before, the app is being set up.
 */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The app's secret, encrypted with a key that is not in the database; null of who has passkeys alone. */
    sealed: text(),
    /** Since when the app's codes are taken; null while it is being set up. */
    appSince: moment(),
    /** Of the hashes of the recovery codes. */
    salt: text().notNull(),
    /** The newest time step whose code was taken: neither it nor an older one is taken again. */
    lastStep: integer().notNull().default(0),
    startedAt: moment().notNull(),
  },
  (t) => [check('second_factors_app', sql`${t.appSince} is null or ${t.sealed} is not null`)],
)

/** Each lets its holder in once, in place of a code; only a slow hash is kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    hash: text().notNull(),
    usedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

export const tokenPurposes = ['verify_email', 'change_email', 'reset_password', 'set_up', 'welcome'] as const

/** Links sent by mail, each good once; only a hash is kept. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: tokenPurposes }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The new address that a `change_email` link confirms. */
    address: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [
    index('one_time_tokens_user').on(t.userId, t.purpose, t.createdAt),
    index('one_time_tokens_address').on(sql`lower(${t.address})`).where(sql`address is not null`),
    oneOf('one_time_tokens_purpose_known', t.purpose, tokenPurposes),
    check('one_time_tokens_address', sql`(${t.purpose} = 'change_email') = (${t.address} is not null)`),
  ],
)

/** Addresses that people had before the one of now: which mails are theirs (mail/mails-of.ts). */
export const formerAddresses = pgTable(
  'former_addresses',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    until: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.email, t.until] }),
    index('former_addresses_email').on(sql`lower(${t.email})`, t.until),
  ],
)

/** Reviewer invitations (decisions.md §6). At most one open invitation an address. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull().default(''),
    topics: text().array().notNull().default([]),
    pinHash: text().notNull(),
    linkHash: text().notNull(),
    emailId: uuid(),
    invitedBy: uuid().references(() => users.id),
    createdAt: moment().notNull(),
    sentAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    acceptedBy: uuid().references(() => users.id),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex('invitations_open_key')
      .on(sql`lower(${t.email})`)
      .where(sql`accepted_at is null and revoked_at is null`),
    index('invitations_sent').on(t.sentAt, t.id),
    index('invitations_name').on(alphabet(t.name), t.id),
    index('invitations_address').on(sql`lower(${t.email})`).where(sql`accepted_by is null`),
    index('invitations_link').on(t.linkHash),
    index('invitations_mail').on(t.emailId),
    index('invitations_revoked').on(t.sentAt, t.id).where(sql`revoked_at is not null`),
    index('invitations_inviter').on(t.invitedBy),
    index('invitations_accepted').on(t.acceptedBy).where(sql`accepted_by is not null`),
    index('invitations_search').using('gin', t.email.op('gin_trgm_ops'), sql`folded(${t.name}) gin_trgm_ops`),
    check('invitations_one_end', sql`accepted_at is null or revoked_at is null`),
  ],
)

/** Links of an invitation from before it was sent again: good no longer, and yet they can say what became of it. */
export const earlierLinks = pgTable(
  'earlier_links',
  {
    linkHash: text().primaryKey(),
    invitationId: uuid()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
  },
  (t) => [index('earlier_links_invitation').on(t.invitationId)],
)

/** Counted tries against log-in, PIN and mail limits; survive a refusal's rollback because they are committed. */
export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: moment().notNull(),
  blockedUntil: moment(),
})

/** Deadlines set for one person alone. */
export const deadlineExtensions = pgTable(
  'deadline_extensions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deadline: text({ enum: deadlineKinds }).notNull(),
    until: moment().notNull(),
    grantedBy: uuid().references(() => users.id),
    grantedAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex('deadline_extensions_key').on(t.userId, t.deadline),
    index('deadline_extensions_granter').on(t.grantedBy),
    oneOf('deadline_extensions_known', t.deadline, deadlineKinds),
  ],
)
