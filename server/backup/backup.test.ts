import { createHash, randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assemble, jobKinds } from '#server/app.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import { openDatabase } from '#server/db/open.ts'
import { removeBlob } from '#server/db/remove-blob-kind.ts'
import { blobRemovals, submissions } from '#server/db/schema.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { waitingJobs } from '#server/jobs/waiting-jobs.ts'
import { keptWrongly } from '#server/verify/kept-wrongly.ts'
import { stages } from '#shared/submissions/states.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openToOthers } from '#tests/modes-below.ts'
import { databaseUrl, onServer } from '#tests/setup/template.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { backUp } from './back-up.ts'
import { tablesOf } from './catalogue.ts'
import { partsOf } from './format.ts'
import { readBackup } from './read-backup.ts'
import { restore } from './restore.ts'

let t: TestPortal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'))
  t = await openTestPortal()
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  let count = 0
  const numbered = () => {
    count += 1
    return count
  }
  const nextFile = async () => {
    const { intake } = t.app.portal

    const text = `“Brücken”, π, \\, \t${numbered()}`
    const file = await intake.receive('paper', Readable.from(await makePdf({ text })), 'a "b".pdf')
    await intake.keep(file, t.database.db)
    return file
  }
  for (const stage of stages) await submissionAt(t, stage, cast, nextFile)
  await t.database.db
    .update(submissions)
    .set({ title: 'some\r\nlines\rthat\u2028end\u2029otherwise\u0085too' })
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const SECRET = 'the secret of the portal that was backed up'
const sourceAt = async (now: string) => ({
  db: t.database.db,
  blobs: await openDiskStore(join(t.dataDir, 'files')),
  secret: SECRET,
  now: new Date(now),
})
const silent = () => undefined

/** Every row of every table, as text. */
async function everything(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of await tablesOf(db)) {
    const texts = columns.map((column) => sql`${sql.identifier(column.name)}::text`)
    const rows = await rowsOf<{ row: string }>(
      db,
      sql`select json_build_array(${sql.join(texts, sql`, `)})::text as row from ${sql.identifier(name)} order by 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** An empty place on the embedded database, or on PostgreSQL where the tests run on one. */
async function emptyPlace(name: string, onPostgres: boolean) {
  const template = inject('template')
  const dataDir = join(folder, name)
  const placeAt = (databaseUrl: string | undefined, drop: () => Promise<void>) => ({
    databaseUrl,
    dataDir,
    storage: undefined,
    jwtSecret: undefined,
    open: (migrations?: string) => openDatabase({ databaseUrl, dataDir }, migrations),
    drop,
  })
  if (!onPostgres || template.kind !== 'postgres') return placeAt(undefined, async () => undefined)
  const database = `lectern_test_${process.pid}_${name}`
  await onServer(template.server, `create database ${database}`)
  return placeAt(databaseUrl(template.server, database), () =>
    onServer(template.server, `drop database ${database} with (force)`),
  )
}

test.each([
  ['the embedded database', false],
  ['the database of this run', true],
])(
  'a backup restored on %s is every row and every byte of the portal, and goes on',
  async (_, onPostgres) => {
    const to = join(folder, `backups-${onPostgres}`)

    const made = await backUp(await sourceAt('2026-03-02T09:00:00Z'), to)
    expect(made.path).toBe(join(to, 'lectern-2026-03-02T09-00-00Z'))
    expect(made.added).toBe(made.files)
    expect(made.files).toBeGreaterThan(stages.length)

    const place = await emptyPlace(`restored_${onPostgres}`, onPostgres)

    const said: string[] = []
    await restore(made.path, place, jobKinds, (line) => said.push(line))
    const database = onPostgres && t.database.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database'
    expect(said[1]).toContain(`Restoring into ${database}`)
    expect(said.at(-1)).toContain(`Restored into ${database}`)
    const restored = await place.open()
    try {
      expect(await everything(restored.db)).toEqual(await everything(t.database.db))
      expect(await keptWrongly(restored.db)).toEqual([])
      expect(await readFile(join(place.dataDir, 'secret'), 'utf8')).toBe(SECRET)
      const blobs = await openDiskStore(join(place.dataDir, 'files'))
      const { keys } = await readBackup(made.path)
      for (const key of keys)
        expect(await blobs.lend(key, (path) => readFile(path))).toEqual(
          await readFile(join(t.dataDir, 'files', 'blobs', key)),
        )
      // What waited is worked off there.
      const app = await assemble(
        { ...t.config, dataDir: place.dataDir },
        { database: restored, secret: SECRET },
      )
      expect(await app.portal.world().jobs.drain(app.handlers)).toBeGreaterThan(stages.length)
      // The next submission gets the next number, and triggers write again.
      const [next] = await rowsOf<{ serial: string }>(
        restored.db,
        sql`select nextval('submission_serial')::text as serial`,
      )
      expect(next).toEqual({ serial: String(stages.length + 1) })
      await app.close()
    } finally {
      await restored.close()
      await place.drop()
    }
  },
)

test('bytes whose removal was never answered are not missed in a backup', async () => {
  const blobKey = `ab/cd/${createHash('sha256').update('gone').digest('hex')}`
  const id = randomUUID()
  await t.database.db.insert(blobRemovals).values({ id, blobKey, begunAt: t.clock.now })
  const made = await backUp(await sourceAt('2026-09-01T03:00:00Z'), join(folder, 'unanswered'))
  expect((await readFile(partsOf(made.path).keys, 'utf8')).includes(blobKey)).toBe(false)
  await t.database.db.delete(blobRemovals).where(eq(blobRemovals.id, id))
})

test('a second backup in the same folder adds only what is new', async () => {
  const to = join(folder, 'again')
  const first = await backUp(await sourceAt('2026-03-02T09:00:00Z'), to)
  const second = await backUp(await sourceAt('2026-03-03T09:00:00Z'), to)
  expect(second).toEqual({ ...first, path: join(to, 'lectern-2026-03-03T09-00-00Z'), added: 0 })
  expect((await readdir(to)).sort()).toEqual([
    'files',
    'lectern-2026-03-02T09-00-00Z',
    'lectern-2026-03-03T09-00-00Z',
  ])
})

test('no other account reads a backup, wherever it is put and whatever is restored of it', async () => {
  const to = join(folder, 'in-the-open')
  await mkdir(join(to, 'files'), { recursive: true })
  await chmod(to, 0o755)
  await chmod(join(to, 'files'), 0o755)
  const { path } = await backUp(await sourceAt('2026-03-03T10:00:00Z'), to)
  expect(await openToOthers(to)).toEqual([])
  await rm(join(to, 'files', 'incoming'), { recursive: true })
  const place = await emptyPlace('closed', false)
  await restore(path, place, jobKinds, silent)
  expect(await readdir(join(to, 'files'))).toEqual(['blobs'])
  const { dataDir } = place
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect((await readdir(dataDir)).sort()).toEqual(['database', 'files', 'secret'])
  // The database's own folder lies below a folder that nobody else enters.
  const open = await openToOthers(dataDir)
  expect(open.filter((one) => !one.startsWith('database/pglite'))).toEqual([])
})

test('a backup is read from wherever it lies, and nothing is made or removed there', async () => {
  const to = join(folder, 'only-read')
  const { path } = await backUp(await sourceAt('2026-03-03T10:30:00Z'), to)
  const { files } = partsOf(path)
  await rm(join(files, 'incoming'), { recursive: true })
  await chmod(files, 0o755)
  await readBackup(path)
  expect([await readdir(files), (await stat(files)).mode & 0o777]).toEqual([['blobs'], 0o755])
})

test('two backups in one second each have a folder of their own', async () => {
  const to = join(folder, 'at-once')
  const name = 'lectern-2026-03-03T11-00-00Z'
  const source = await sourceAt('2026-03-03T11:00:00Z')
  const made = await Promise.all([backUp(source, to), backUp(source, to)])
  expect(made.map(({ path }) => path).sort()).toEqual([join(to, name), join(to, `${name}-2`)])
  const third = await backUp(source, to)
  expect(third.path).toBe(join(to, `${name}-3`))
  expect((await readdir(to)).sort()).toEqual(['files', name, `${name}-2`, `${name}-3`])
  for (const { path } of [...made, third]) expect((await readBackup(path)).secret).toBe(SECRET)
})

test('a manifest that is damaged, or of a format to come, is told in a sentence', async () => {
  const { path } = await backUp(await sourceAt('2026-03-03T12:00:00Z'), join(folder, 'manifests'))
  const { manifest } = partsOf(path)
  const whole = await readFile(manifest, 'utf8')
  const damaged = `The backup is damaged: ${manifest} is not what was written.`
  for (const [written, says] of [
    [whole.slice(0, -1), damaged],
    ['', damaged],
    ['null', damaged],
    [whole.replace('"rows"', '"rowz"'), damaged],
    [whole.replace('"format": 1', '"format": 2'), 'This backup is not of format 1'],
  ] as const) {
    await writeFile(manifest, written)
    await expect(readBackup(path)).rejects.toThrow(says)
  }
})

test('what is damaged or missing is named, and nothing is written', async () => {
  const { path } = await backUp(await sourceAt('2026-03-04T09:00:00Z'), join(folder, 'damaged'))
  const parts = partsOf(path)
  const [key] = (await readBackup(path)).keys
  const place = await emptyPlace('untouched', false)
  const spoil = async (file: string, says: string) => {
    const kept = `${folder}/kept`
    await cp(file, kept)
    const bytes = await readFile(file)
    const last = bytes.length - 1
    bytes[last] = (bytes[last] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expect(restore(path, place, jobKinds, silent)).rejects.toThrow(says)
    await rm(file)
    await expect(restore(path, place, jobKinds, silent)).rejects.toThrow(/cannot be read|no whole backup/)
    await cp(kept, file)
  }
  await spoil(parts.table('users'), 'is not what was written')
  await spoil(join(parts.files, 'blobs', key ?? ''), 'is not what was written')
  await spoil(parts.keys, 'is not what was written')
  await spoil(parts.secret, 'secret is not what was written')
  await rm(parts.manifest)
  await expect(restore(path, place, jobKinds, silent)).rejects.toThrow('there is no manifest.json in it')
  await expect(readdir(place.dataDir)).rejects.toThrow('ENOENT')
})

test('a backup says whether it has a secret; one from before it said so has what is there', async () => {
  const to = join(folder, 'secrets')
  const without = await backUp({ ...(await sourceAt('2026-03-04T10:00:00Z')), secret: undefined }, to)
  await writeFile(partsOf(without.path).secret, 'of nobody knows whom')
  expect((await readBackup(without.path)).secret).toBeUndefined()

  const { path } = await backUp(await sourceAt('2026-03-04T11:00:00Z'), to)
  const parts = partsOf(path)
  const { secret, ...before } = JSON.parse(await readFile(parts.manifest, 'utf8'))
  expect(secret).toBe(createHash('sha256').update(SECRET).digest('hex'))
  await writeFile(parts.manifest, JSON.stringify(before))
  expect((await readBackup(path)).secret).toBe(SECRET)
  await rm(parts.secret)
  expect((await readBackup(path)).secret).toBeUndefined()
})

test('a job is in a backup as of the moment of its rows', async () => {
  const { blobs, ...source } = await sourceAt('2026-09-02T03:00:00Z')
  const data = { storageKey: `ab/cd/${createHash('sha256').update('waits').digest('hex')}` }
  await t.transact(({ tx, jobs }) => jobs.enqueue(tx, removeBlob, [data]))
  const asked = new Set<string>()
  // Asked again, the rows are written.
  const sizeOf = async (key: string) => {
    if (asked.has(key))
      await t.database.db.execute(sql`delete from pgboss.job where data = ${JSON.stringify(data)}`)
    asked.add(key)
    return blobs.sizeOf(key)
  }
  const made = await backUp({ ...source, blobs: { ...blobs, sizeOf } }, join(folder, 'done-meanwhile'))
  const { manifest } = await readBackup(made.path)
  expect(manifest.jobs).toContainEqual(expect.objectContaining({ kind: removeBlob.name, data }))
})

test('a job that this version does not take is named and left out of what is restored', async () => {
  const { path } = await backUp(await sourceAt('2026-03-05T08:00:00Z'), join(folder, 'jobs'))
  const { manifest } = partsOf(path)
  const written = JSON.parse(await readFile(manifest, 'utf8'))
  const [taken] = written.jobs
  const jobs = [{ ...taken, data: { of: 'before' } }, { ...taken, kind: 'unknown' }, taken]
  await writeFile(manifest, JSON.stringify({ ...written, jobs }))
  const place = await emptyPlace('some_jobs', true)
  const said: string[] = []
  await restore(path, place, jobKinds, (line) => said.push(line))
  expect(said.filter((line) => line.startsWith('Left out'))).toEqual([
    `Left out, as this version does not take it: ${taken.kind} {"of":"before"}`,
    `Left out, as this version does not take it: unknown ${JSON.stringify(taken.data)}`,
  ])
  const restored = await place.open()
  try {
    expect(await waitingJobs(restored.db)).toMatchObject([{ kind: taken.kind, data: taken.data }])
  } finally {
    await restored.close()
    await place.drop()
  }
})

test('a portal with people in it is left as it is, also where its jobs could not be restored', async () => {
  const { path } = await backUp(await sourceAt('2026-03-05T09:00:00Z'), join(folder, 'full'))
  const place = await emptyPlace('full_place', false)
  const open = async (migrations?: string) => {
    if (migrations === undefined) throw new Error('It does not open.')
    return place.open(migrations)
  }
  await expect(restore(path, { ...place, open }, jobKinds, silent)).rejects.toThrow(
    /^All rows and files are in .+, but not what waited .+: It does not open\./,
  )
  await expect(restore(path, place, jobKinds, silent)).rejects.toThrow('There are people in this portal')
})

test('a file that is mentioned but gone, or damaged, is told instead of being left out', async () => {
  const [key] = (await readBackup(join(folder, 'full', 'lectern-2026-03-05T09-00-00Z'))).keys
  const path = join(t.dataDir, 'files', 'blobs', key ?? '')
  const bytes = await readFile(path)
  await rm(path)
  const to = join(folder, 'refused')
  await expect(backUp(await sourceAt('2026-03-06T09:00:00Z'), to)).rejects.toThrow(
    `These files are mentioned, but not there: ${key}`,
  )
  await writeFile(path, Buffer.alloc(bytes.length))
  await expect(backUp(await sourceAt('2026-03-06T09:00:00Z'), to)).rejects.toThrow(
    `The bytes of ${key} are damaged`,
  )
  await writeFile(path, bytes)
  expect(await readdir(to)).toEqual(['files'])
})
