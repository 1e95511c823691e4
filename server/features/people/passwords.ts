import { hash, hashRaw, verify } from '@node-rs/argon2'
import { AppError } from '#server/core/app-error.ts'
import { isCommonPassword } from './common-passwords.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Off the main thread. argon2id is this package's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes a password or a PIN with argon2id. Never call it inside a transaction: it takes tens of milliseconds. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** As {@link hashPassword}, with a given salt: the same text gives the same hash, in base64url. */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return (await hashRaw(secret, { ...cost, salt: Buffer.from(salt, 'base64url') })).toString('base64url')
}

let decoy: Promise<string> | undefined

/**
 * Whether the password fits the hash. Without a hash it does the same work against a decoy and answers false, so that
 * the time taken does not tell whether an account exists.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored === null || stored === undefined) {
    decoy ??= hashPassword('nobody’s password')
    await verify(await decoy, password)
    return false
  }
  return verify(stored, password)
}

/**
 * Refuses `weak_password`: one of the commonest, or the person's own name or address (decisions.md §4). Marked at the
 * field it was typed in, as what a form's own check finds.
 */
export function assertStrongEnough(
  password: string,
  about: { name?: string; email?: string } = {},
  field = 'password',
): void {
  const plain = password.toLowerCase()
  const local = about.email?.split('@')[0]
  const context = ['lectern', 'conference', about.name, about.email, local].flatMap((word) =>
    word === undefined || word.length < 4 ? [] : [word.toLowerCase()],
  )
  const isContext = context.some((word) => plain === word || plain.replace(/[\d\W_]+$/, '') === word)
  if (isCommonPassword(plain) || isContext) {
    const message = 'This password is too easy to guess. Choose a longer or less common one.'
    throw new AppError('weak_password', message, [{ field, message }])
  }
}
