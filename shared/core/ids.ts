import { z } from 'zod'

/** The 36 characters of ISO 7064 MOD 37,36, in value order. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The check character of ISO 7064 MOD 37,36 (hybrid system) over letters and digits; others are skipped.
 * Catches every single wrong character and almost every swap of neighbours.
 */
export function checkCharacter(text: string): string {
  let product = 36
  for (const char of text.toUpperCase()) {
    const value = ALPHABET.indexOf(char)
    if (value < 0) continue
    const sum = (product + value) % 36 || 36
    product = (sum * 2) % 37
  }
  return ALPHABET.charAt((37 - product) % 36)
}

/** `A26-0007`: letter, two-digit edition year, serial of at least four digits (decisions.md §2). */
export function abstractIdOf(year: number, serial: number): string {
  return `A${twoDigits(year)}-${padded(serial)}`
}

/** `P26-0007-K`: the abstract's year and serial with one check character; it is the payment reference. */
export function paperIdOf(year: number, serial: number): string {
  const stem = `P${twoDigits(year)}-${padded(serial)}`
  return `${stem}-${checkCharacter(stem)}`
}

/** Whether a text is a paper id whose check character fits; a mistyped one is not. */
export function isPaperId(text: string): boolean {
  const match = /^(P\d{2}-\d{4,})-([0-9A-Z])$/.exec(text)
  return match?.[1] !== undefined && checkCharacter(match[1]) === match[2]
}

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')
const padded = (serial: number) => String(serial).padStart(4, '0')

/** Ids in paths are bounded strings: an ill-formed one is unknown (404), not malformed. */
export const abstractId = z.string().max(40).meta({ example: 'A26-0007' })
export const paperId = z.string().max(40).meta({ example: 'P26-0007-I' })
export const uuid = z.uuid()
