import { resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/core/config.ts'

/** Where a portal keeps its rows and files, for a person, without any password. */
export function placeInWords({
  databaseUrl,
  dataDir,
  storage,
}: Pick<Config, 'databaseUrl' | 'dataDir' | 'storage'>): string {
  const files = storage === undefined ? resolve(dataDir, 'files') : `s3://${storage.bucket}/${storage.prefix}`
  return `${databaseInWords(databaseUrl, dataDir)}, files into ${files}`
}

function databaseInWords(url: string | undefined, dataDir: string): string {
  if (url === undefined) return `the embedded database in ${resolve(dataDir, 'database')}`
  // As the driver reads it: what the URL leaves out comes from elsewhere. It is not connected.
  const { database, host, port } = new pg.Client({ connectionString: url })
  return `PostgreSQL, database ${database} on ${host}:${port}`
}
