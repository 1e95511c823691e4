import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { passkeys } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import type { PasskeyProof, RequestOptions, SecondStep } from '#shared/people/passkey.ts'
import { descriptorOf, userHandleOf } from './add-passkey.ts'
import { codeKey, TOO_MANY } from './check-code.ts'
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './passkey-challenges.ts'
import { challengeIn, refusedPasskey } from './passkey-refusals.ts'
import { relyingParty } from './relying-party.ts'
import { passkeyCopied } from './second-factor-messages.ts'
import { factorOf, passkeysOf } from './second-factor-rows.ts'
import { assertNotThrottled, forgetTries } from './throttle.ts'

type PasskeyRow = typeof passkeys.$inferSelect

/** By what somebody's log-in goes on after the password: with a challenge for their passkeys, where they have any. */
export async function secondStepOf(ctx: Ctx, userId: string): Promise<SecondStep> {
  const factor = await factorOf(ctx, userId)
  const known = await passkeysOf(ctx, userId)
  const passkey: RequestOptions | null =
    known.length === 0
      ? null
      : {
          rpId: relyingParty(ctx.config).rpId,
          challenge: await makeChallenge(ctx, { userId, purpose: 'log_in' }),
          timeout: CHALLENGE_MS,
          userVerification: 'preferred',
          allowCredentials: known.map(descriptorOf),
        }
  return { app: Boolean(factor?.appSince), passkey }
}

/**
 * Takes the signature of one of somebody's passkeys for a challenge that their log-in was given; each challenge is good
 * once. Gives the refusal of any other, 422 at the field `passkey`, with the try counted, and tells the person when the
 * passkey signed less often than before; throws 429 while they must wait.
 */
export async function checkPasskey(
  steps: Steps,
  userId: string,
  proof: PasskeyProof,
  key = codeKey(userId),
): Promise<AppError | undefined> {
  const challenge = challengeIn(proof.response.clientDataJSON)
  const row = await steps.transact(async (ctx) => {
    await assertNotThrottled(ctx, [key], TOO_MANY)
    const isOurs = await takeChallenge(ctx, challenge, { userId, purpose: 'log_in' })
    const theirs = and(eq(passkeys.credentialId, proof.id), eq(passkeys.userId, userId))
    const [found] = await ctx.tx.select().from(passkeys).where(theirs)
    return isOurs ? found : undefined
  })
  const counter = row && (await counterIn(steps, proof, challenge, row))
  if (row === undefined || counter === undefined) return refusedPasskey(steps, userId, key)
  const isTaken = await steps.transact(async (ctx) => {
    const taken = await takeCounter(ctx, row, counter)
    if (taken) {
      await forgetTries(ctx, key)
      return true
    }
    ctx.log.warn({ event: 'passkey_copied', userId }, 'a passkey had signed less often than before')
    await tell(ctx, [userId], passkeyCopied(ctx, row.name))
    return false
  })
  return isTaken ? undefined : refusedPasskey(steps, userId, key)
}

/** How often a passkey says it signed, once the library has found all else in order (WebAuthn §7.2). */
async function counterIn(
  steps: Steps,
  proof: PasskeyProof,
  challenge: string,
  row: PasskeyRow,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(steps.config)
  const { userHandle, ...response } = proof.response
  if (userHandle && userHandle !== userHandleOf(row.userId)) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The counter is ours to compare: where it is written, so that of two at once one is older.
      credential: { id: row.credentialId, publicKey: Buffer.from(row.publicKey, 'base64url'), counter: 0 },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // It throws at whatever is not in order.
    return undefined
  }
}

/** Notes that a passkey signed; whether it signed more often than before, or is one that does not count. */
async function takeCounter(ctx: Ctx, row: PasskeyRow, counter: number): Promise<boolean> {
  const countsNot = and(eq(passkeys.counter, 0), sql`${counter} = 0`)
  const taken = await ctx.tx
    .update(passkeys)
    .set({ counter, usedAt: ctx.now })
    .where(and(eq(passkeys.id, row.id), or(lt(passkeys.counter, counter), countsNot)))
    .returning({ id: passkeys.id })
  return taken.length > 0
}
