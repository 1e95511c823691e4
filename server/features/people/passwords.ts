import { availableParallelism } from 'node:os'
import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { lastingThread } from '#server/core/lasting-thread.ts'
import { turns } from '#server/core/turns.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { isBreached } from './breached-passwords.ts'
import { isEasyToGuess } from './easy-to-guess.ts'
import type { ToHash } from './hash-thread.ts'

const CORES = availableParallelism()
/** How long a thread waits for another password before it ends, in milliseconds: it takes some 10 MB, and a fortieth of a second to start. */
const IDLE_MS = 10_000

/** Threads of their own, which yield to who reads a page: argon2id would keep every core from it. */
const idle = Array.from({ length: CORES }, () =>
  lastingThread<ToHash, string | undefined>(
    { source: new URL('./hash-thread.ts', import.meta.url), built: 'hash-thread' },
    { idleMs: IDLE_MS },
  ),
)

/** No more at once than there are cores; of those who wait no more than two seconds' worth. */
const inTurn = turns({ atOnce: CORES, mayWait: 100, mostMs: 2000 })

/** The thread's answer. Throws AppError `unavailable` where too many wait. */
function hashed(asked: ToHash): Promise<string | undefined> {
  return inTurn(async () => {
    const thread = idle.pop()
    if (thread === undefined) throw new Error('More hash at once than may.')
    try {
      return await thread(asked)
    } finally {
      idle.push(thread)
    }
  })
}

/** As {@link hashed}, for what makes a hash. */
async function made(asked: { secret: string; salt?: string }): Promise<string> {
  const hash = await hashed(asked)
  if (hash === undefined) throw new Error('Nothing was hashed.')
  return hash
}

/**
 * Hashes a password or a PIN with argon2id. Never call it inside a transaction: it takes tens of milliseconds. Throws
 * AppError `unavailable` where too many wait.
 */
export function hashPassword(password: string): Promise<string> {
  return made({ secret: password })
}

/** As {@link hashPassword}, with a given salt in base64url: the same text gives the same hash, in base64url. */
export function hashWithSalt(secret: string, salt: string): Promise<string> {
  return made({ secret, salt })
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
    await hashed({ secret: password, against: known })
    return false
  }
  return (await hashed({ secret: password, against: stored })) === stored
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
