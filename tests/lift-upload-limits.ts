import type { Db } from '#server/db/db.ts'
import { settings } from '#server/db/schema.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** Lets one person of a portal without settings upload what a trial or a benchmark sends in the name of many. */
export async function liftUploadLimits(db: Db): Promise<void> {
  const document: Partial<Settings> = { uploadsPerHour: 10_000, uploadQuotaBytes: 2 ** 40 }
  await db.insert(settings).values({ id: 1, document, revision: 1, changedAt: new Date() })
}
