import { hashWithSalt } from './passwords.ts'
import { newPin, plainPin } from './pin.ts'

const COUNT = 10
const LENGTH = 12

/** Ten codes of 60 bits each, written in groups of four, like `K7M2-P9QX-4TRW`. */
export function newRecoveryCodes(randomBytes: (count: number) => Buffer): string[] {
  return Array.from({ length: COUNT }, () => newPin(randomBytes, LENGTH).replace(/.{4}(?=.)/g, '$&-'))
}

/**
 * What is stored of a code: argon2id with one salt for all codes of a person, so that a typed one is looked up by one
 * hash. Never call it inside a transaction.
 */
export function hashCode(code: string, salt: string): Promise<string> {
  return hashWithSalt(plainPin(code), salt)
}
