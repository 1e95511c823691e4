import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { settings } from '#server/db/schema.ts'
import { type Settings, settingsSchema } from '#shared/settings/contract.ts'
import { defaultSettings } from './defaults.ts'

/** The settings and the revision they stand at; the defaults, revision 0, before anybody saved any. */
export async function loadSettings(db: Db): Promise<{ settings: Settings; revision: number }> {
  const [row] = await db.select().from(settings).where(eq(settings.id, 1))
  if (row === undefined) return { settings: defaultSettings, revision: 0 }
  // A document saved by an older version lacks newer keys: they get their defaults.
  const document = { ...defaultSettings, ...(row.document as object) }
  return { settings: settingsSchema.parse(document), revision: row.revision }
}

/** The settings alone. */
export async function settingsOf(db: Db): Promise<Settings> {
  return (await loadSettings(db)).settings
}
