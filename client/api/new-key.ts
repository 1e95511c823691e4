/** A new Idempotency-Key: 128 random bits. `crypto.randomUUID` is not there where the portal is used without TLS, in a house's own network. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
