import { createCipheriv, createDecipheriv } from 'node:crypto'

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Whether a stored text is one of {@link encrypt}. */
export const isSealed = (secret: string) => secret.startsWith(`${VERSION}.`)

/** Encrypts a text for the database: AES-256-GCM with a fresh nonce, bound to the row by its id. */
export function encrypt(
  key: Uint8Array,
  id: string,
  secret: string,
  randomBytes: (count: number) => Buffer,
): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(id),
  )
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${sealed.toString('base64url')}`
}

/** The text again. Throws for another key, another row's id or a changed text. */
export function decrypt(key: Uint8Array, id: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(VERSION.length + 1), 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(id)).setAuthTag(tag)
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
