/** 32 characters that are not mistaken for each other: no 0 and O, no 1 and I. Case does not matter. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const LENGTH = 8

/** A PIN of eight characters, 40 bits (decisions.md §6), or of another length. 32 symbols divide 256: no symbol is likelier. */
export function newPin(randomBytes: (count: number) => Buffer, length = LENGTH): string {
  return [...randomBytes(length)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}

/** A PIN as typed, in capitals, without the spaces and dashes that people put in. */
export function plainPin(typed: string): string {
  return typed.replace(/[\s-]+/g, '').toUpperCase()
}
