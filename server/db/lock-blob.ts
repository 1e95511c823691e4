import type { Db } from './db.ts'
import { hold } from './hold.ts'

/** Holds some bytes by their key until the transaction ends: nobody mentions and removes them at once. */
export function lockBlob(tx: Db, storageKey: string): Promise<void> {
  return hold(tx, storageKey)
}
