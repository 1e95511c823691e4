import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf, type Steps } from '#server/core/ctx.ts'
import { passkeys, secondFactors } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { type CreationOptions, knownTransports, type MadePasskey } from '#shared/people/passkey.ts'
import { codeKey, TOO_MANY } from './check-code.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './passkey-challenges.ts'
import { challengeIn, refusedPasskey } from './passkey-refusals.ts'
import { relyingParty } from './relying-party.ts'
import { changedMeanwhile, wayTaken } from './second-factor.ts'
import { codesFor, factorOf, newSalt, passkeysOf } from './second-factor-rows.ts'
import { assertNotThrottled } from './throttle.ts'

/** More than anybody carries; each is a row that a log-in reads. */
const PASSKEYS_MAX = 20
/** What is taken, the best first: EdDSA, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257]

const tooMany = () => new AppError('wrong_state', `${PASSKEYS_MAX} passkeys are enough. Remove one first.`)

/**
 * What the browser needs to make a passkey, good once, for five minutes and in this session. Refuses 422 (a wrong
 * password), 409 where there are 20, 429.
 */
export async function startPasskey(steps: Steps, password: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  const { rpId } = relyingParty(steps.config)
  return steps.transact(async (ctx): Promise<CreationOptions | AppError> => {
    await lockedPerson(ctx, person)
    const known = await passkeysOf(ctx, person.id)
    if (known.length >= PASSKEYS_MAX) return tooMany()
    const { conferenceName } = await settingsOf(ctx.tx)
    return {
      rp: { id: rpId, name: conferenceName },
      user: {
        id: userHandleOf(person.id),
        name: person.email,
        displayName: person.name,
      },
      challenge: await makeChallenge(ctx, whose(ctx)),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: CHALLENGE_MS,
      attestation: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    }
  })
}

/** How an authenticator calls whose a passkey is; says nothing of the person (WebAuthn §14.6.1). */
export const userHandleOf = (userId: string) => Buffer.from(userId).toString('base64url')

/** A passkey as options name it. */
export const descriptorOf = (row: Pick<typeof passkeys.$inferSelect, 'credentialId' | 'transports'>) => ({
  id: row.credentialId,
  type: 'public-key' as const,
  transports: knownTransports(row.transports),
})

function whose(ctx: Pick<Ctx, 'actor'>) {
  const { userId, sessionId } = personOf(ctx)
  return { userId, sessionId, purpose: 'add' } as const
}

/**
 * Adds the passkey that the browser made; the first way turns two-step verification on. Refuses 422 what was not made
 * here, now and for this person, 409 one that is known or one too many, 429.
 */
export async function addPasskey(steps: Steps, name: string, made: MadePasskey) {
  const { userId } = personOf(steps)
  const challenge = challengeIn(made.response.clientDataJSON)
  const { isOurs, salt, isFirst } = await steps.transact(async (ctx) => {
    await assertNotThrottled(ctx, [codeKey(userId)], TOO_MANY)
    const factor = await factorOf(ctx, userId)
    const isFirst = !factor?.appSince && (await passkeysOf(ctx, userId)).length === 0
    return { isOurs: await takeChallenge(ctx, challenge, whose(ctx)), salt: factor?.salt, isFirst }
  })
  const credential = isOurs ? await verified(steps, made, challenge) : undefined
  if (credential === undefined) return refusedPasskey(steps, userId, codeKey(userId))
  const codes = isFirst ? await codesWithSalt(steps, salt) : undefined
  return steps.transact(async (ctx) => {
    const person = await lockedPerson(ctx)
    if ((await passkeysOf(ctx, userId)).length >= PASSKEYS_MAX) return tooMany()
    const added = await ctx.tx
      .insert(passkeys)
      .values({ id: ctx.newId(), userId, name, createdAt: ctx.now, ...credential })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (added.length === 0) return new AppError('already_exists', 'This passkey was added already.')
    const factor = await factorOf(ctx, userId)
    if (codes !== undefined && (factor?.salt ?? codes.salt) !== codes.salt) throw changedMeanwhile()
    if (codes !== undefined && factor === undefined) {
      await ctx.tx.insert(secondFactors).values({ userId, salt: codes.salt, startedAt: ctx.now })
    }
    return wayTaken(ctx, person, `the passkey “${name}”`, codes)
  })
}

async function codesWithSalt(steps: Steps, known: string | undefined) {
  const salt = known ?? newSalt(steps)
  return { ...(await codesFor(steps, salt)), salt }
}

/** What is kept of a passkey, once the library has found all in order (WebAuthn §7.1). */
async function verified(steps: Steps, made: MadePasskey, challenge: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { rpId, origin } = relyingParty(steps.config)
  const transports = knownTransports(made.response.transports)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {}, response: { ...made.response, transports } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    }
  } catch {
    // It throws at whatever is not in order.
    return undefined
  }
}
