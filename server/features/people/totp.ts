import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const PERIOD_S = 30
/** A clock may be one step off, either way (RFC 6238 §5.2). */
const WINDOW = 1

/** A new secret, in the base32 that apps take as a key. */
export function newSecret(randomBytes: (count: number) => Buffer): string {
  return new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32
}

/** The address that an app reads from the QR code. */
export function addressOf(secret: string, issuer: string, account: string): string {
  return totpOf(secret, issuer, account).toString()
}

/** The time step whose code this is, of the present one and its neighbours; undefined for any other code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Six digits, SHA-1, 30 seconds: what every app understands (RFC 6238; the Key URI format). */
function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  })
}
