import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/core/config.ts'
import { type Database, openDatabase } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { openStore } from '#server/features/files/open-store.ts'
import { hashPassword } from '#server/features/people/passwords.ts'
import { liftUploadLimits } from '#tests/lift-upload-limits.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { onServer, type Template } from '#tests/setup/template.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { comingBack } from '../load/come-back.ts'
import type { Alive } from './walk.ts'

/** Who hands in. */
export const AUTHOR = {
  id: randomUUID(),
  name: 'Ada Author',
  email: 'ada@north.example',
  password: 'a long enough secret',
}

/** Who reviews. */
export const REVIEWER = {
  id: randomUUID(),
  name: 'Ray Reviewer',
  email: 'ray@south.example',
  password: AUTHOR.password,
}

/** Access tokens live for fifteen minutes; on a slow machine a trial takes longer. */
const ANEW_MS = 600_000
/** So often a log-in is asked to come back at most. */
const AGAIN_MAX = 10

/** A data folder, a database and a mail server that outlive every process of the portal. */
export interface CrashSite {
  smtp: SmtpPeer
  /** Where the files lie while they are kept on the disk. */
  filesDir: string
  /** Where they are kept, wherever that is. */
  store: () => Promise<BlobStore>
  start: (command?: readonly [string, ...string[]]) => Promise<PortalProcess>
  logIn: (portal: PortalProcess) => Promise<Alive>
  /** Puts new tokens in the place of those that may soon be over. */
  freshen: (portal: PortalProcess, alive: Alive) => Promise<void>
  /** The database itself, while no process of the portal has it. */
  open: () => Promise<Database>
  /** What a command of the portal's is told of where it is. */
  env: { DATA_DIR: string; DATABASE_URL?: string }
  clear: () => Promise<void>
}

/**
 * Makes one on the embedded database, or on the PostgreSQL of the template, with an author and a reviewer in it or wholly empty; its
 * processes are started with what is `given` too, and its folder lies where it is said.
 */
export async function openCrashSite(
  template: Template,
  isEmpty = false,
  given: Record<string, string> = {},
  parent = tmpdir(),
): Promise<CrashSite> {
  const dataDir = await mkdtemp(join(parent, 'lectern-crash-'))
  const smtp = await openSmtpPeer()
  const name = `lectern_crash_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = template.kind === 'postgres' ? await ownDatabase(template.server, name) : undefined
  const open = () => openDatabase({ databaseUrl, dataDir })
  if (!isEmpty) await addOwnPeople(open)
  let last: PortalProcess | undefined
  const since = new WeakMap<Alive, number>()
  const logIn = async ({ url, admin }: PortalProcess): Promise<Alive> => {
    const alive = {
      url,
      author: await tokenOf(url, AUTHOR),
      admin: await tokenOf(url, admin),
      reviewer: await tokenOf(url, REVIEWER),
      reviewerId: REVIEWER.id,
    }
    since.set(alive, performance.now())
    return alive
  }
  const env = { ...given, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  return {
    smtp,
    filesDir: join(dataDir, 'files'),
    store: () => openStore(readConfig({ ...given, DATA_DIR: dataDir })),
    start: async (command) => {
      last = await startPortal({ ...env, SMTP_URL: smtp.url }, { dataDir }, command)
      return last
    },
    logIn,
    freshen: async (portal, alive) => {
      if (performance.now() - (since.get(alive) ?? 0) < ANEW_MS) return
      Object.assign(alive, await logIn(portal))
      since.set(alive, performance.now())
    },
    open,
    env,
    clear: async () => {
      await last?.kill()
      await smtp.close()
      if (template.kind === 'postgres')
        await onServer(template.server, `drop database if exists ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database that waits for the disk, as a conference's own does; a test's copies do not. */
async function ownDatabase(server: string, name: string): Promise<string> {
  await onServer(server, `create database ${name}`)
  await onServer(server, `alter database ${name} set synchronous_commit = on`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

async function addOwnPeople(open: () => Promise<Database>): Promise<void> {
  const database = await open()
  try {
    await liftUploadLimits(database.db)
    await addPeople(database, [
      { ...AUTHOR, role: 'author' },
      { ...REVIEWER, role: 'reviewer' },
    ])
  } finally {
    await database.close()
  }
}

interface Person {
  id: string
  name: string
  email: string
  role: 'author' | 'reviewer'
}

/** Adds people with {@link AUTHOR}'s password; an author's organisation is another than a reviewer's. */
export async function addPeople({ db }: Database, people: readonly Person[]): Promise<void> {
  const now = new Date()
  const passwordHash = await hashPassword(AUTHOR.password)
  await db.insert(users).values(
    people.map(({ id, name, email, role }) => {
      const [firstName = '', lastName = ''] = name.split(' ')
      const organization = role === 'author' ? 'North' : 'South'
      const person = { id, email, name, firstName, lastName, organization, role }
      return { ...person, passwordHash, emailVerifiedAt: now, createdAt: now }
    }),
  )
}

/** Logs somebody in; gives the access token, good for a quarter of an hour. */
export async function tokenOf(url: string, who: { email: string; password: string }): Promise<string> {
  const logsIn = () =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who.email, password: who.password }),
    })
  const { status, body } = await comingBack(logsIn, AGAIN_MAX)
  const { token }: { token?: string } = JSON.parse(body.toString())
  if (token === undefined) throw new Error(`the log-in answered ${status}`)
  return token
}
