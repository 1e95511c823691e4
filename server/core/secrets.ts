import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#server/core/system-error.ts'
import { FILE_MODE, makeFolder } from './own-folder.ts'

/** Keys for one purpose each, all derived from the one secret. */
export interface Secrets {
  accessToken: Uint8Array
  refreshToken: Uint8Array
  fileLink: Uint8Array
  calendar: Uint8Array
  unsubscribe: Uint8Array
  /** Of what a stored mail must not say. */
  mail: Uint8Array
  /** Of what makes people's log-in codes. */
  secondFactor: Uint8Array
  /** Of what a device keeps after a log-in. */
  knownDevice: Uint8Array
  /** Of answers that are kept to be given again: some hold links. */
  answers: Uint8Array
  /** Of what says when a file first came. */
  arrival: Uint8Array
}

/** Derives the keys (RFC 5869). */
export function deriveSecrets(secret: string): Secrets {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'lectern', purpose, 32))
  return {
    accessToken: key('access-token'),
    refreshToken: key('refresh-token'),
    fileLink: key('file-link'),
    calendar: key('calendar'),
    unsubscribe: key('unsubscribe'),
    mail: key('mail'),
    secondFactor: key('second-factor'),
    knownDevice: key('known-device'),
    answers: key('answers'),
    arrival: key('arrival'),
  }
}

/** A generated secret; undefined where none is there. Throws when it cannot be read. */
export function readGenerated(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

/** The configured secret, else the one generated once into the data folder (decisions.md §9). */
export async function loadSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured !== undefined) return configured
  const path = join(dataDir, 'secret')
  await makeFolder(dataDir)
  try {
    // wx: of two processes starting at once, one writes and both read the same.
    await writeFile(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: FILE_MODE })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32)
    throw new Error(`The secret in ${path} is too short; remove the file to make a new one.`)
  return secret
}
