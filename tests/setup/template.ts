import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'drizzle-orm/logger'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobKinds } from '#server/app.ts'
import { startPglite } from '#server/db/embedded/start-pglite.ts'
import { type Database, openPglite, openPostgres } from '#server/db/open.ts'
import { openJobs } from '#server/jobs/jobs.ts'

/** Where each test file's database is copied from. */
export type Template = { kind: 'pglite'; image: string } | ServerTemplate

/** A database of a server, by its name there. */
export interface ServerTemplate {
  kind: 'postgres'
  server: string
  name: string
}

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Makes, once a run, the database that every test file gets a copy of. */
export default async function template(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env['TEST_DATABASE_URL'] || undefined
  if (server !== undefined) return postgresTemplate(project, server)
  const { image, remove } = await makeImage()
  project.provide('template', { kind: 'pglite', image })
  return remove
}

/** Packs an embedded database that is up to date and empty into a file. */
export async function makeImage(): Promise<{ image: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-template-'))
  const client = await startPglite()
  const database = await openPglite(client)
  await installQueue(database)
  const image = join(folder, 'image.tar')
  await writeFile(image, new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  return { image, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function postgresTemplate(project: TestProject, server: string) {
  const { template, remove } = await makeServerTemplate(server)
  project.provide('template', template)
  return remove
}

/** Makes a PostgreSQL database on a server that is up to date and empty, to be copied. */
export async function makeServerTemplate(
  server: string,
): Promise<{ template: ServerTemplate; remove: () => Promise<void> }> {
  const name = `lectern_test_${process.pid}_template`
  await onServer(server, `create database ${name}`)
  const database = await openPostgres(databaseUrl(server, name), 2)
  await installQueue(database)
  await database.close()
  return {
    template: { kind: 'postgres', server, name },
    remove: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

async function installQueue(database: Database) {
  const jobs = await openJobs(database, jobKinds, (error) => {
    throw error
  })
  await jobs.stop()
}

/** Runs one statement on the server's own database. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The server's address with another database name; a test's database is thrown away, so its commits wait for no disk. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  url.searchParams.set('options', '-c synchronous_commit=off')
  return url.toString()
}

/** A fresh copy of the template; a logger is told its statements. */
export async function copyOf(template: Template, id: string, logger?: Logger): Promise<Database> {
  if (template.kind === 'pglite') {
    const image = new Blob([new Uint8Array(await readFile(template.image))])
    return openPglite(await startPglite({ loadDataDir: image }), logger)
  }
  const name = `lectern_test_${process.pid}_${id}`
  await onServer(template.server, `create database ${name} template ${template.name}`)
  const database = await openPostgres(databaseUrl(template.server, name), 5, logger)
  return {
    ...database,
    close: async () => {
      await database.close()
      await onServer(template.server, `drop database if exists ${name} with (force)`)
    },
  }
}
