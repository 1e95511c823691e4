import { forgetAnswers } from './kept-answers.ts'

/** The two tokens of a session, as they lie in local storage (portal.md §3). */
export interface Tokens {
  accessToken: string
  refreshToken: string
}

export const ACCESS = 'accessToken'
const REFRESH = 'refreshToken'
const DEVICE = 'device'
const ROLES = 'roles'

/** The stored access token, or null when nobody is logged in; what is sent is `ownToken` (owner.ts). */
export const accessToken = (): string | null => localStorage.getItem(ACCESS)

/** The stored refresh token, or null. */
export const storedRefreshToken = (): string | null => localStorage.getItem(REFRESH)

/** Whether the stored access token is good by this device's clock, so that a call needs no refresh before it. */
export function isTokenFresh(): boolean {
  const ends = claimOf(accessToken() ?? '', 'exp')
  return typeof ends === 'number' && ends * 1000 > Date.now()
}

/** What a token claims under a name (RFC 7519 §4), believed; undefined where it has none or cannot be read. */
export function claimOf(token: string, name: string): unknown {
  const claims = token.split('.')[1] ?? ''
  try {
    const read: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof read === 'object' && read !== null ? Reflect.get(read, name) : undefined
  } catch {
    return undefined
  }
}

/** Keeps the tokens of a log-in or a refresh. */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS, tokens.accessToken)
  localStorage.setItem(REFRESH, tokens.refreshToken)
}

/** What the last log-in or reset left here for the next log-in: others' wrong guesses do not hold it up. */
export const knownDevice = (): { device?: string } => {
  const device = localStorage.getItem(DEVICE)
  return device === null ? {} : { device }
}

/** Keeps it, also after a log-out. */
export function keepDevice(device: string): void {
  localStorage.setItem(DEVICE, device)
}

/** What the person may do, as the portal last told: a guess at what a screen will ask for, never at what it shows. */
export const knownRoles = (): readonly string[] => localStorage.getItem(ROLES)?.split(' ') ?? []

/** Keeps it for the next page. */
export function keepRoles(roles: readonly string[]): void {
  localStorage.setItem(ROLES, roles.join(' '))
}

/** Forgets the session on this device. */
export function clearSession(): void {
  localStorage.removeItem(ROLES)
  localStorage.removeItem(ACCESS)
  localStorage.removeItem(REFRESH)
  forgetAnswers()
}

const listeners = new Set<() => void>()

/**
 * Tells when a session ended that nobody ended on purpose: its refresh was refused. Screens use it to ask for the
 * password again without losing what was typed. Returns the function that stops listening.
 */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const waiting = new Set<() => void>()

/** Tells when a lost session goes on: what could not be saved meanwhile can be. Returns the function that stops listening. */
export function onSessionBack(listener: () => void): () => void {
  waiting.add(listener)
  return () => waiting.delete(listener)
}

/** Tells whoever listens that the same person has logged in again. */
export function resumeSession(): void {
  for (const listener of waiting) listener()
}

/** Clears the stored tokens and tells whoever listens. */
export function loseSession(): void {
  clearSession()
  for (const listener of listeners) listener()
}
