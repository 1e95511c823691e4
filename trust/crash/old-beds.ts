import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withMigrationsUpTo } from '#server/backup/migrations.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import { databaseUrl, onServer, type Template } from '#tests/setup/template.ts'
import { fillAs, type Where } from './old-portal.ts'
import { findServerPrograms, openOwnPostgres } from './own-postgres.ts'

/** A database as an older version left it, to be copied as often as it is wanted. */
export interface OldBed {
  /** The database itself; nobody changes it. */
  old: Where
  /** A copy that was brought up to this version undisturbed. */
  broughtUp: Where
  /** In how many places the way to this version can be broken off, and what they are. */
  places: number
  what: string
  copy: () => Promise<Where>
  /** Begins to bring a copy up to this version and is killed at a place; says where it was not. */
  breakOff: (where: Where, place: number) => Promise<string | undefined>
  remove: (where: Where) => Promise<void>
  clear: () => Promise<void>
}

export const openOldBed = (template: Template, version: string): Promise<OldBed> =>
  template.kind === 'postgres' ? onPostgres(template.server, version) : onPglite(version)

/** On PostgreSQL the server's process is ended, before each of the statements and after the last. */
async function onPostgres(server: string, version: string): Promise<OldBed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-old-'))
  const names: string[] = []
  const make = async (from?: string): Promise<Where> => {
    const name = `lectern_old_${randomUUID().replaceAll('-', '')}`
    names.push(name)
    await onServer(server, `create database ${name}${from === undefined ? '' : ` template ${from}`}`)
    return { dataDir, databaseUrl: databaseUrl(server, name) }
  }
  const drop = (name: string) => onServer(server, `drop database if exists ${name} with (force)`)
  const old = await make()
  const statements = await statementsAfter(await fillAs(version, old))
  const broughtUp = await make(names[0])
  await bringUp(broughtUp)
  return {
    old,
    broughtUp,
    places: statements.length,
    what: 'statement',
    copy: () => make(names[0]),
    breakOff: async (where, place) => {
      const open = async (folder: string) => (await openDatabase(where, folder)).close()
      return withEndAt(statements[place], open).then(
        () => 'its session did not end',
        () => undefined,
      )
    },
    remove: (where) => drop(new URL(where.databaseUrl ?? '').pathname.slice(1)),
    clear: async () => {
      for (const name of names.toReversed()) await drop(name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * PostgreSQL itself is killed, by SIGKILL to all of it, at so many moments of the way; undefined where its programs are not
 * installed.
 */
export async function openKilledServer(version: string, moments: number): Promise<OldBed | undefined> {
  const programs = findServerPrograms()
  if (programs === undefined) return undefined
  const postgres = await openOwnPostgres(programs)
  const bed = await onPostgres(postgres.url, version)
  const fresh = await bed.copy()
  const began = performance.now()
  await bringUp(fresh)
  const tookMs = performance.now() - began
  await bed.remove(fresh)
  return {
    ...bed,
    places: moments,
    what: 'moment of the server’s',
    breakOff: async (where, place) => {
      const brokenOff = bringUp(where).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, ((place + 0.5) / moments) * tookMs))
      await postgres.kill()
      await brokenOff
      await postgres.start()
      return undefined
    },
    clear: async () => {
      await bed.clear()
      await postgres.clear()
    },
  }
}

/** The embedded database is part of the process: that one is killed, at one of its writes to the disk. */
async function onPglite(version: string): Promise<OldBed> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-old-'))
  const old = { dataDir: join(folder, 'old'), databaseUrl: undefined }
  await fillAs(version, old)
  const copy = async (): Promise<Where> => {
    const dataDir = join(folder, randomUUID())
    await cp(old.dataDir, dataDir, { recursive: true })
    return { dataDir, databaseUrl: undefined }
  }
  const remove = ({ dataDir }: Where) => rm(dataDir, { recursive: true, force: true })
  const broughtUp = await copy()
  const { said } = await openUntilKilled(broughtUp, 0)
  const places = Number(said)
  return {
    old,
    broughtUp,
    places,
    what: 'write',
    copy,
    breakOff: async (where, place) => {
      const { signal, said: written } = await openUntilKilled(where, place + 1)
      if (signal === 'SIGKILL') return undefined
      // Their number varies a little: then it is killed as far on this way as was asked on the counted one.
      await remove(where)
      await cp(old.dataDir, where.dataDir, { recursive: true })
      const again = await openUntilKilled(where, Math.ceil((place / places) * 0.9 * Number(written)))
      return again.signal === 'SIGKILL' ? undefined : `it was not killed, and said “${again.said}”`
    },
    remove,
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Brings a database up to this version, as every start does. */
export async function bringUp(where: Where): Promise<void> {
  await (await openDatabase(where)).close()
}

function openUntilKilled({ dataDir }: Where, nth: number): Promise<{ signal: string | null; said: string }> {
  const script = fileURLToPath(new URL('./open-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, String(nth)])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (_code, signal) => resolve({ signal, said }))
  })
}

/** One statement of one migration. */
interface Place {
  file: string
  at: number
}

/** What parts the statements of a migration's file. */
const BETWEEN = '--> statement-breakpoint'

/** Every statement of the migrations that came after one, and the end of them all. */
async function statementsAfter(migration: string): Promise<Place[]> {
  const places: Place[] = []
  for (const file of (await migrations()).filter((name) => name > `${migration}.sql`)) {
    const { length } = (await readFile(join(migrationsFolder(), file), 'utf8')).split(BETWEEN)
    for (let at = 0; at < length; at += 1) places.push({ file, at })
  }
  const last = places.at(-1)
  return last === undefined ? [] : [...places, { file: last.file, at: last.at + 1 }]
}

const migrations = async () =>
  (await readdir(migrationsFolder())).filter((name) => name.endsWith('.sql')).sort()

/** Calls with a folder of all migrations, in which the server ends the session that comes to a place. */
async function withEndAt(place: Place | undefined, work: (folder: string) => Promise<void>): Promise<void> {
  const newest = (await migrations()).at(-1)
  if (place === undefined || newest === undefined) throw new Error('there is no such statement')
  await withMigrationsUpTo(newest.replace(/\.sql$/, ''), async (folder) => {
    const path = join(folder, place.file)
    const statements = (await readFile(path, 'utf8')).split(BETWEEN)
    const end = '\nselect pg_terminate_backend(pg_backend_pid());\n'
    await writeFile(path, statements.toSpliced(place.at, 0, end).join(BETWEEN))
    await work(folder)
  })
}
