import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { codeKey } from './check-code.ts'
import { countTry, limits } from './throttle.ts'

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

/** 422 at the field `passkey`, with the try counted; never says what was wrong with it. */
export function refusedPasskey(steps: Steps, userId: string): Promise<AppError> {
  return steps.transact(async (ctx) => {
    await countTry(ctx, codeKey(userId), limits.code)
    ctx.log.warn({ event: 'passkey_refused', userId }, 'a passkey was refused')
    const message = 'The passkey was not taken, or it took too long. Try again.'
    return new AppError('invalid', message, [{ field: 'passkey', message }])
  })
}
