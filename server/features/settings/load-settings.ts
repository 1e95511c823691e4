import { eq } from 'drizzle-orm'
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

/**
 * The settings: the saved document over the defaults, so that keys newer than the document get theirs. Throws a
 * ZodError for a document that no version of the portal saved.
 */
async function loadSettings(db: Db): Promise<LoadedSettings> {
  const [row] = await db.select().from(settings).where(eq(settings.id, 1))
  if (row === undefined) return { settings: defaultSettings, revision: 0 }
  const saved = savedDocument.parse(row.document)
  const document = {
    ...defaultSettings,
    ...saved,
    deadlines: { ...defaultSettings.deadlines, ...saved.deadlines },
  }
  return { settings: settingsSchema.parse(document), revision: row.revision }
}

/** The settings alone. */
export async function settingsOf(db: Db): Promise<Settings> {
  return (await loadSettings(db)).settings
}

/**
 * The settings as people see them and mails carry them: until somebody saves some, SUPPORT_EMAIL of the environment
 * stands for the support address (decisions.md §9).
 */
export async function settingsInForce(db: Db, config: Config): Promise<LoadedSettings> {
  const { settings: loaded, revision } = await loadSettings(db)
  if (revision > 0 || config.supportEmail === undefined) return { settings: loaded, revision }
  return { settings: { ...loaded, supportEmail: config.supportEmail }, revision }
}
