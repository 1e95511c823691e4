import { readConfig } from '#server/core/config.ts'
import { start } from '#server/start.ts'

try {
  await start(readConfig(process.env))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\nLectern could not start.\n${message}\n`)
  process.exit(1)
}
