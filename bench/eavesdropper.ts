import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assemble } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import type { Db } from '#server/db/db.ts'
import { mayGetName, statementName } from '#server/db/often-said.ts'
import { CONNECTION_OPTIONS, openPostgres } from '#server/db/open.ts'

/** As many calls' statements are sent at once; those of one call go over one connection. */
const CONNECTIONS = 8

/** A statement as it was sent. */
interface Said {
  statement: string
  params: unknown[]
}

/** Hears which statements a call sends to the database, and sends them again by hand. */
export interface Eavesdropper {
  db: Db
  /** What one call with this access token says. */
  listen: (path: string, token: string) => Promise<Said[]>
  /** The same, what the portal may prepare prepared, one after the other over one connection, their rows read. Up to eight may be replayed at once. */
  replay: (said: readonly Said[]) => Promise<void>
  close: () => Promise<void>
}

/** A portal within this process, on the same database and with the same secret as the one that is measured. */
export async function openEavesdropper(url: string, secret: string): Promise<Eavesdropper> {
  const said: Said[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  const logQuery = (statement: string, params: unknown[]) => void said.push({ statement, params })
  const database = await openPostgres(url, 2, { logQuery }, undefined, true)
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://portal.example' })
  const app = await assemble(config, { database, secret, clock: () => new Date() })
  await app.http.ready()
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options: CONNECTION_OPTIONS })
  return {
    db: database.db,
    listen: async (path, token) => {
      said.length = 0
      const answer = await app.http.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
      return said.slice()
    },
    replay: async (all) => {
      const client = await pool.connect()
      try {
        for (const { statement, params } of all) {
          const name = mayGetName(statement) ? { name: statementName(statement) } : {}
          await client.query({ ...name, text: statement, values: params })
        }
      } finally {
        client.release()
      }
    },
    close: async () => {
      await pool.end()
      await app.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
