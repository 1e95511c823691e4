import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { turns } from '#server/core/turns.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { isBreached } from './breached-passwords.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Off the main thread. argon2id is this package's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** No more at once than there are cores, so that files are still read and written meanwhile; of those who wait no more than two seconds' worth. */
const inTurn = turns({ atOnce: availableParallelism(), mayWait: 100, mostMs: 2000 })

/**
 * Hashes a password or a PIN with argon2id. Never call it inside a transaction: it takes tens of milliseconds. Throws
 * AppError `unavailable` where too many wait.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** As {@link hashPassword}, with a given salt: the same text gives the same hash, in base64url. */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  const hashed = await inTurn(() => hashRaw(secret, { ...cost, salt: Buffer.from(salt, 'base64url') }))
  return hashed.toString('base64url')
}

let decoy: string | undefined

/**
 * Whether the password fits the hash. Without a hash it does the same work against a decoy and answers false, so that
 * the time taken does not tell whether an account exists.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored === null || stored === undefined) {
    // Kept only once it is made: it may be refused.
    decoy ??= await hashPassword('nobody’s password')
    const known = decoy
    await inTurn(() => verify(known, password))
    return false
  }
  return inTurn(() => verify(stored, password))
}

/** Whose password it is to be. */
interface About {
  name?: string
  email?: string
}

/**
 * Refuses `weak_password`: one of the commonest, little more than the person's name or address or the conference's
 * name (decisions.md §4), or in the list of breached ones that the portal was given. Marked at the field it was typed in, as what a form's own check finds.
 */
export async function assertStrongEnough(
  steps: Steps,
  password: string,
  { name = '', email = '' }: About,
  field = 'password',
): Promise<void> {
  const { conferenceName } = await steps.transact((ctx) => settingsOf(ctx.tx))
  const list = steps.config.breachedPasswordsFile
  const isEasy = isEasyToGuess(password, [name, email, conferenceName, 'Lectern conference portal'])
  if (!isEasy && (list === undefined || !(await isBreached(list, password)))) return
  const message = isEasy
    ? 'This password is too easy to guess. Choose a longer or less common one.'
    : 'This password was stolen somewhere and published, so others try it. Choose another one.'
  throw new AppError('weak_password', message, [{ field, message }])
}
