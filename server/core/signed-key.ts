import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link's key says, with the proof that we gave it (HMAC-SHA-256): nothing usable need be stored. */
export function signed(secret: Uint8Array, says: string): string {
  return `${says}.${createHmac('sha256', secret).update(says).digest('base64url')}`
}

/** What a key says; undefined for one that we did not give. Takes the same time however much of the proof is right. */
export function opened(secret: Uint8Array, key: string): string | undefined {
  const says = key.slice(0, Math.max(0, key.lastIndexOf('.')))
  const [given, expected] = [Buffer.from(key), Buffer.from(signed(secret, says))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? says : undefined
}
