import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { TOO_MANY } from './check-code.ts'
import { countTries, limits } from './throttle.ts'

/** The challenge that a browser says it was given; '' where it says nothing of the kind. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const challenge: unknown = typeof data === 'object' && data !== null && Reflect.get(data, 'challenge')
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** 422 at the field `passkey`, with the try counted under `key`; never says what was wrong with it. Throws 429 where others were wrong meanwhile. */
export function refusedPasskey(steps: Steps, userId: string, key: string): Promise<AppError> {
  return steps.transact(async (ctx) => {
    await countTries(ctx, { [key]: limits.code }, TOO_MANY)
    ctx.log.warn({ event: 'passkey_refused', userId }, 'a passkey was refused')
    const message = 'The passkey was not taken, or it took too long. Try again.'
    return new AppError('invalid', message, [{ field: 'passkey', message }])
  })
}
