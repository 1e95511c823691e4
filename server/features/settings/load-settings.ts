import { eq, is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import type { Db } from '#server/db/db.ts'
import { settings } from '#server/db/schema.ts'
import { type Settings, settingsSchema } from '#shared/settings/contract.ts'
import { defaultSettings } from './defaults.ts'

/** The settings and the revision they stand at: 0 before anybody saved any. */
export interface LoadedSettings {
  settings: Settings
  revision: number
}

/** What a saved document must at least be; an older version's lacks newer keys. */
const savedDocument = z.looseObject({ deadlines: z.looseObject({}).optional() })

/** What each open transaction read: an action asks in many places, and acts under one document from beginning to end. */
const inTransaction = new WeakMap<Db, Promise<LoadedSettings>>()

/** Forgets what a transaction read, for whoever has changed it or was told that it changed. */
export function readSettingsAnew(tx: Db): void {
  inTransaction.delete(tx)
}

/**
 * The settings: the saved document over the defaults, so that keys newer than the document get theirs. Throws a
 * ZodError for a document that no version of the portal saved.
 */
function loadSettings(db: Db): Promise<LoadedSettings> {
  if (!is(db, PgTransaction)) return readSettings(db)
  const known = inTransaction.get(db)
  if (known !== undefined) return known
  const loaded = readSettings(db)
  inTransaction.set(db, loaded)
  return loaded
}

async function readSettings(db: Db): Promise<LoadedSettings> {
  const [row] = await db.select().from(settings).where(eq(settings.id, 1))
  if (row === undefined) return { settings: defaultSettings, revision: 0 }
  return { settings: settingsFrom(row.document), revision: row.revision }
}

/** What was parsed last: nearly every call reads the same document, and proving it costs more than reading it. */
let last: { text: string; settings: Settings } | undefined

function settingsFrom(document: unknown): Settings {
  const text = JSON.stringify(document)
  if (last?.text === text) return last.settings
  const saved = savedDocument.parse(document)
  const parsed = settingsSchema.parse({
    ...defaultSettings,
    ...withDaysAfter(saved),
    deadlines: { ...defaultSettings.deadlines, ...saved.deadlines },
  })
  // Shared by everybody who asks.
  for (const part of [parsed, ...Object.values(parsed)]) Object.freeze(part)
  last = { text, settings: parsed }
  return parsed
}

/** Reminders 0 days after a due date could be saved once; they came on the next morning, as those of one day do. */
function withDaysAfter(saved: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(saved).map(([name, value]) =>
      /^remind\w+After$/.test(name) && Array.isArray(value)
        ? [name, value.map((day: unknown) => (day === 0 ? 1 : day))]
        : [name, value],
    ),
  )
}

/** The settings alone. */
export async function settingsOf(db: Db): Promise<Settings> {
  return (await loadSettings(db)).settings
}

/**
 * The settings as people see them and mails carry them: until somebody saves a support address, SUPPORT_EMAIL of the
 * environment stands for it (decisions.md §9).
 */
export async function settingsInForce(db: Db, config: Config): Promise<LoadedSettings> {
  const { settings: loaded, revision } = await loadSettings(db)
  return { settings: withSupport(loaded, config), revision }
}

/** Saved settings as {@link settingsInForce} gives them. */
export function withSupport(saved: Settings, { supportEmail }: Config): Settings {
  return saved.supportEmail !== '' || supportEmail === undefined ? saved : { ...saved, supportEmail }
}
