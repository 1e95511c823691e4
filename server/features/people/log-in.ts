import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import type { PasskeyProof } from '#shared/people/passkey.ts'
import { checkCode, codeKey } from './check-code.ts'
import { checkPasskey, secondStepOf } from './check-passkey.ts'
import { type PersonRow, personByEmail } from './find-person.ts'
import { mailVerification } from './first-links.ts'
import { deviceKeyOf, deviceOf } from './known-device.ts'
import { networkOf } from './network.ts'
import { verifyPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { limits } from './throttle.ts'
import { tryingSecret } from './trying.ts'
import { mayMailUnasked } from './unasked-mail.ts'

interface Given {
  email: string
  password: string
  remember: boolean
  code?: string | undefined
  passkey?: PasskeyProof | undefined
  /** What an earlier log-in left on the device. */
  device?: string | undefined
}

const SLOW_DOWN = 'Too many attempts.'

/**
 * Opens a session (portal.md §2 "Login"). Wrong tries slow the account and the address down, never for good. Refuses
 * 401 `wrong_credentials` (alike for unknown addresses, in body and timing), 403 `email_not_verified` with a fresh
 * link at most once a minute, 403 `account_disabled`, 403 `second_factor_needed` where a second step is asked for and
 * none was sent, 422 for a wrong code or passkey, 429.
 */
export async function logIn(steps: Steps, { email, password, remember, code, passkey, device }: Given) {
  const person = await withRightPassword(steps, { email, password, device })
  if (person instanceof AppError) return person
  if (person.disabledAt !== null) {
    return new AppError('account_disabled', 'This account is disabled. Please contact the organisers.')
  }
  if (person.emailVerifiedAt === null) return steps.transact((ctx) => notVerified(ctx, person))
  if (person.secondFactorSince !== null) {
    const refusal = await secondStep(steps, person.id, { code, passkey, device })
    if (refusal !== undefined) return refusal
  }
  const tokens = await steps.alone((ctx) => openSession(ctx, person, remember))
  if (tokens === undefined) return wrongCredentials()
  const id = deviceOf(steps, device, person.id)?.id ?? steps.newId()
  const here = deviceKeyOf(steps, person.id, { id, hasSecondStep: person.secondFactorSince !== null })
  return { ...tokens, device: here, message: 'Logged in successfully.' }
}

/** Why a log-in does not go on: the code or passkey was refused, or neither was sent. */
async function secondStep(
  steps: Steps,
  userId: string,
  { code, passkey, device }: Pick<Given, 'code' | 'passkey' | 'device'>,
): Promise<AppError | undefined> {
  const known = deviceOf(steps, device, userId)
  const key = codeKey(userId, known?.hasSecondStep ? known.id : undefined)
  if (code !== undefined) return checkCode(steps, userId, code, 'in force', key)
  if (passkey !== undefined) return checkPasskey(steps, userId, passkey, key)
  const ways = await steps.transact((ctx) => secondStepOf(ctx, userId))
  const words = ways.passkey === null ? 'the code that your authenticator app shows' : 'a passkey or a code'
  return new AppError('second_factor_needed', `Go on with ${words}.`, ways)
}

/** The person whose address and password these are; else the refusal, with the try counted. */
export async function withRightPassword(
  steps: Steps,
  { email, password, device }: Pick<Given, 'email' | 'password' | 'device'>,
): Promise<PersonRow | AppError> {
  const person = await steps.alone((ctx) => personByEmail(ctx, email))
  const known = person && deviceOf(steps, device, person.id)
  const account = known ? `login-device:${known.id}` : `login:${email.toLowerCase()}`
  const address = `login-from:${networkOf(steps.origin.address)}`
  // Whoever guesses from the same network does not keep the owner out of a known device: it opens one account alone.
  const byNetwork = known ? {} : { [address]: limits.loginByAddress }
  return tryingSecret(steps, {
    limitsOf: { [account]: limits.loginByAccount, ...byNetwork },
    message: SLOW_DOWN,
    test: async () => ((await verifyPassword(person?.passwordHash, password)) ? person : undefined),
    wrong: (ctx) => {
      ctx.log.warn({ event: 'log_in_refused', userId: person?.id ?? null }, 'a log-in was refused')
      return wrongCredentials()
    },
    forgets: account,
  })
}

const wrongCredentials = () =>
  new AppError('wrong_credentials', 'The e-mail address or the password is wrong.')

/** portal.md §8; the wish for a fresh link is honoured at most once a minute. */
async function notVerified(ctx: Ctx, person: PersonRow): Promise<AppError> {
  if (await mayMailUnasked(ctx, person.email, 'verify_email')) await mailVerification(ctx, person)
  const refusal = new AppError(
    'email_not_verified',
    'Email not verified. A new verification email has been sent to your inbox.',
  )
  refusal.needEmailVerification = true
  return refusal
}
