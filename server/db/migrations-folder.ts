import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the migrations lie: beside this file in the sources, beside the bundle once built. */
export function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations', import.meta.url))
  if (existsSync(beside)) return beside
  throw new Error(`The migrations are missing at ${beside}; build the portal again.`)
}
