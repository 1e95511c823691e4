import type { Ctx } from '#server/core/ctx.ts'
import { opened, signed } from '#server/core/signed-key.ts'

/** So long a device counts as known after its person's last log-in there, in milliseconds. */
const KNOWN_MS = 365 * 24 * 3600 * 1000

/** How a key says it. */
const SECOND_STEP = '2'

interface KnownDevice {
  id: string
  /** The second step was taken there too: who knows the password alone has no such device. */
  hasSecondStep: boolean
}

type Known = Pick<Ctx, 'secrets' | 'now'>

/**
 * What a device keeps after a log-in or a reset there. It opens nothing: it gives its next log-ins a counter of wrong tries
 * of their own, so that nobody who guesses from elsewhere keeps the owner out (ASVS 6.1.1).
 */
export function deviceKeyOf(
  { secrets, now }: Known,
  userId: string,
  { id, hasSecondStep }: KnownDevice,
): string {
  const end = hasSecondStep ? `.${SECOND_STEP}` : ''
  return signed(secrets.knownDevice, `${userId}.${id}.${now.getTime()}${end}`)
}

/** The device that a key was given to, where it is this person's and not too old. */
export function deviceOf(
  { secrets, now }: Known,
  key: string | undefined,
  userId: string,
): KnownDevice | undefined {
  const [owner, id, since, step] = (key && opened(secrets.knownDevice, key)?.split('.')) || []
  const isTheirs = owner === userId && now.getTime() - Number(since) < KNOWN_MS
  return isTheirs && id !== undefined ? { id, hasSecondStep: step === SECOND_STEP } : undefined
}
