import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { databaseUrl, onServer } from '#tests/setup/template.ts'
import { countAll, rowsOf } from './db.ts'
import { openDatabase, openPostgres } from './open.ts'
import { users } from './schema.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-open-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an embedded database keeps what was written, and is brought up to date once', async () => {
  const where = { databaseUrl: undefined, dataDir: join(folder, 'kept') }
  const first = await openDatabase(where)
  await first.db.execute(sql`insert into throttles (key, count, window_ends_at) values ('kept', 1, now())`)
  await first.close()
  const second = await openDatabase(where)
  expect(await rowsOf(second.db, sql`select key from throttles`)).toEqual([{ key: 'kept' }])
  await second.close()
})

test('an embedded database opens again when its process died as it began to write down its number', async () => {
  const where = { databaseUrl: undefined, dataDir: join(folder, 'begun') }
  await (await openDatabase(where)).close()
  await writeFile(join(where.dataDir, 'database', 'pglite', 'postmaster.pid'), '')
  const again = await openDatabase(where)
  expect(await again.db.$count(users)).toBe(0)
  await again.close()
})

test('a transaction that cannot begin gives its connection back', async () => {
  const where = { databaseUrl: undefined, dataDir: join(folder, 'begins') }
  const database = await openDatabase(where)
  const { db } = database
  // No level at all: the database refuses BEGIN itself.
  const isolationLevel = 'nonsense' as 'serializable'
  await expect(db.transaction(async () => undefined, { isolationLevel })).rejects.toThrow('begin')
  expect(await db.$count(users)).toBe(0)
  await database.close()
})

test('a password is taken from PGPASSWORD as it is, whatever its signs mean in an address', async () => {
  const password = 'a/b#c?d@e%2F+=:'
  const told: string[] = []
  const server = createServer((socket) => {
    // AuthenticationCleartextPassword, and after the password that it is wrong (PostgreSQL's protocol, 55.7).
    socket.once('data', () => {
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      socket.once('data', (message) => {
        told.push(message.subarray(5, -1).toString())
        socket.destroy()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('PGPASSWORD', password)
  try {
    const { port } = server.address() as AddressInfo
    const url = `postgres://lectern@127.0.0.1:${port}/lectern`
    const database = await openPostgres(url, 1, undefined, null)
    await expect(database.db.execute('select 1')).rejects.toThrow()
    await database.close()
    // And the line that brings the schema up to date.
    await expect(openPostgres(url, 1)).rejects.toThrow()
    expect(told).toEqual([password, password])
  } finally {
    vi.unstubAllEnvs()
    server.close()
  }
})

const template = inject('template')
test.runIf(template.kind === 'postgres')(
  'several processes that start at once migrate one after the other',
  async () => {
    if (template.kind !== 'postgres') throw new Error('only on PostgreSQL')
    const name = `lectern_test_${process.pid}_migrators`
    await onServer(template.server, `create database ${name}`)
    try {
      const url = databaseUrl(template.server, name)
      const opened = await Promise.all([1, 2, 3].map(() => openPostgres(url, 2)))
      const counts = await Promise.all(opened.map(({ db }) => db.select({ count: countAll }).from(users)))
      expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }], [{ count: 0 }]])
      for (const database of opened) await database.close()
    } finally {
      await onServer(template.server, `drop database ${name} with (force)`)
    }
  },
)

test.runIf(template.kind === 'postgres')(
  'a connection that ends in the middle of a transaction is replaced',
  async () => {
    if (template.kind !== 'postgres') throw new Error('only on PostgreSQL')
    const database = await openPostgres(template.server, 1, undefined, null)
    const { db } = database
    const ended = db.transaction((tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
    await expect(ended).rejects.toThrow()
    expect(await rowsOf(db, sql`select 1 as one`)).toEqual([{ one: 1 }])
    await database.close()
  },
)

test.runIf(template.kind === 'postgres')(
  'no statement is compiled, also where the URL has options of its own, which hold too',
  async () => {
    if (template.kind !== 'postgres') throw new Error('only on PostgreSQL')
    const withOwn = (own: string) => {
      const url = new URL(template.server)
      if (own !== '') url.searchParams.set('options', own)
      return url.toString()
    }
    const settingsOf = async (url: string) => {
      const database = await openPostgres(url, 1, undefined, null)
      const [found] = await rowsOf<Record<string, string>>(
        database.db,
        sql`select current_setting('jit') as jit, current_setting('geqo') as geqo`,
      )
      await database.close()
      return found
    }
    expect(await settingsOf(withOwn(''))).toEqual({ jit: 'off', geqo: 'on' })
    expect(await settingsOf(withOwn('-c geqo=off'))).toEqual({ jit: 'off', geqo: 'off' })
    expect(await settingsOf(withOwn('-c jit=on'))).toEqual({ jit: 'on', geqo: 'on' })
  },
)
