import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { CreationOptions, MadePasskey, PasskeyProof, RequestOptions } from '#shared/people/passkey.ts'

/** What a test may let an authenticator or its browser do otherwise than the portal asked. */
export interface Otherwise {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  counter?: number
  /** The user's presence; WebAuthn wants it always. */
  present?: boolean
  userHandle?: string
  /** Signs with a key that is not the passkey's. */
  forged?: boolean
  /** Answers in the name of another passkey. */
  id?: string
}

/** An authenticator and the browser before it, in software: one P-256 key, without attestation (WebAuthn §6). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter: number

  /** Begins to count at `counter`; 0 of one that never counts, as synced passkeys do not. */
  constructor(origin: string, counter = 0) {
    this.#origin = origin
    this.#counter = counter
  }

  /** Makes the passkey that the options ask for. */
  make(options: CreationOptions, otherwise: Otherwise = {}): MadePasskey {
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, otherwise)
    const authData = Buffer.concat([
      this.#authData(otherwise.rpId ?? options.rp.id, 0x40, otherwise),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      coseKey(this.#keys.publicKey),
    ])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return {
      ...this.#named(otherwise),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ['internal', 'telepathy'],
      },
    }
  }

  /** Signs the challenge that the options hold. */
  sign(options: RequestOptions, otherwise: Otherwise = {}): PasskeyProof {
    if (this.#counter > 0) this.#counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, otherwise)
    const authData = this.#authData(otherwise.rpId ?? options.rpId, 0, otherwise)
    const hash = createHash('sha256').update(clientDataJSON).digest()
    const key = otherwise.forged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#keys.privateKey
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, hash]))
      .sign(key)
    return {
      ...this.#named(otherwise),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(otherwise.userHandle !== undefined && { userHandle: otherwise.userHandle }),
      },
    }
  }

  #named({ id = base64url(this.id) }: Otherwise) {
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(asType: string, given: string, otherwise: Otherwise): Buffer {
    const { type = asType, challenge = given, origin = this.#origin } = otherwise
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authData(rpId: string, flags: number, { present = true, counter = this.#counter }: Otherwise): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const told = flags | (present ? 0x01 : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([told]), count])
  }
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** A P-256 key as COSE writes it (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** The little of CBOR that WebAuthn needs (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
    return Buffer.concat([head(5, value.size), ...parts])
  }
  throw new Error('not needed by WebAuthn')
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff])
}
