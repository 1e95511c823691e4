import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { readGenerated } from '#server/core/secrets.ts'
import { readDiskStore } from '#server/features/files/disk-store.ts'
import { formatSchema, type Manifest, manifestSchema, partsOf } from './format.ts'

/** A backup that is whole: every table, every byte and the secret has the hash that it was written with. */
export interface Backup {
  manifest: Manifest
  /** The keys of its bytes. */
  keys: string[]
  /** The generated secret of the portal it was made of, if it had one. */
  secret: string | undefined
}

/** Reads all of a backup and checks every hash. Throws, naming the part, at the first that is missing or damaged. */
export async function readBackup(backup: string): Promise<Backup> {
  const parts = partsOf(backup)
  const written = await readFile(parts.manifest, 'utf8').catch(() => {
    throw new Error(`${backup} is no whole backup: there is no manifest.json in it.`)
  })
  const manifest = readManifest(parts.manifest, written)
  for (const { name, sha256 } of manifest.tables) await expectHash(parts.table(name), sha256)
  await expectHash(parts.keys, manifest.files.sha256)
  const keys = (await readFile(parts.keys, 'utf8')).split('\n').filter((key) => key !== '')
  const store = readDiskStore(parts.files)
  for (const key of keys) await store.lend(key, (path) => expectHash(path, key.split('/').at(-1) ?? ''))
  return { manifest, keys, secret: await readSecret(parts.secret, manifest) }
}

function readManifest(path: string, written: string): Manifest {
  const said = parsed(written)
  const read = manifestSchema.safeParse(said)
  if (read.success) return read.data
  const issue = read.error.issues.find((one) => one.path[0] === 'format')
  if (issue !== undefined && formatSchema.safeParse(said).success)
    throw new Error(`${path}: ${issue.message}`)
  throw new Error(`The backup is damaged: ${path} is not what was written.`)
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As the manifest says; in a backup from before it said so, what is there. */
async function readSecret(path: string, { secret }: Manifest): Promise<string | undefined> {
  if (secret === null) return undefined
  if (secret === undefined) return readGenerated(path)
  await expectHash(path, secret)
  return readFile(path, 'utf8')
}

async function expectHash(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch {
    throw new Error(`The backup is damaged: ${path} cannot be read.`)
  }
  if (hash.digest('hex') !== sha256)
    throw new Error(`The backup is damaged: ${path} is not what was written.`)
}
