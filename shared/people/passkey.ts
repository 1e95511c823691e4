import { z } from 'zod'

/** What browser and server say to each other about passkeys, in the JSON of WebAuthn level 3. */

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
/** At most 1023 bytes (WebAuthn §4, credential id). */
const credentialId = base64url(1364)

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const transport = z.enum(transports)
export type Transport = z.output<typeof transport>

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transport),
})
const verification = z.enum(['discouraged', 'preferred', 'required'])

/** What a browser needs to make a passkey. */
export const creationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
    timeout: z.number().int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({ residentKey: verification, userVerification: verification }),
  })
  .meta({ id: 'PasskeyCreation' })
export type CreationOptions = z.output<typeof creationOptions>

/** What a browser needs to ask for one of somebody's passkeys. */
const requestOptions = z
  .object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.number().int(),
    userVerification: verification,
    allowCredentials: z.array(credential),
  })
  .meta({ id: 'PasskeyRequest' })
export type RequestOptions = z.output<typeof requestOptions>

const answerOf = <S extends z.ZodObject>(response: S) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response,
  })

/** A new passkey, as the browser made it. */
export const madePasskey = answerOf(
  z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    // Ones that we do not know are no reason to refuse a key.
    transports: z.array(z.string().max(40)).max(20).default([]),
  }),
).meta({ id: 'MadePasskey' })
export type MadePasskey = z.output<typeof madePasskey>

/** The proof that somebody holds a passkey: a signature of the challenge. */
export const passkeyProof = answerOf(
  z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    // Empty of what was made before there were any.
    userHandle: z
      .string()
      .regex(/^[\w-]*$/)
      .max(200)
      .optional(),
  }),
).meta({ id: 'PasskeyProof' })
export type PasskeyProof = z.output<typeof passkeyProof>

/** Of what a browser names, the ways that WebAuthn knows. */
export const knownTransports = (named: readonly string[]): Transport[] =>
  transports.filter((one) => named.includes(one))

/** What `second_factor_needed` says beside its words at a log-in: by what it goes on, but for recovery codes. */
export const secondStep = z.object({
  app: z.boolean(),
  passkey: requestOptions.nullable(),
})
export type SecondStep = z.output<typeof secondStep>
