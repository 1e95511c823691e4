import { ApiError } from './api-error.ts'
import { forgetEarly } from './early.ts'
import { forgetAnswers } from './kept-answers.ts'
import { leaveAfresh } from './leave-afresh.ts'
import { accessToken, claimOf, storeTokens, type Tokens } from './session.ts'

/** Whom this page is of: the tokens in the browser are every tab's, what a page shows and has begun is one person's. */
let owner: string | undefined

const ownerOf = (token: string | null): string | undefined => {
  const sub = token === null ? undefined : claimOf(token, 'sub')
  return typeof sub === 'string' ? sub : undefined
}

/** Whether somebody else has logged in in another tab since this page sent its first call. */
export function isSomebodyElses(): boolean {
  const now = ownerOf(accessToken())
  return owner !== undefined && now !== undefined && now !== owner
}

/**
 * The stored access token, or null; the first one says whom the page is of. Where it is of somebody else by now the page is
 * left, and an {@link ApiError} thrown: nobody acts under the name of who logged in in another tab.
 */
export function ownToken(): string | null {
  const token = accessToken()
  if (isSomebodyElses()) {
    leaveAfresh()
    const message = 'Somebody else has logged in in this browser.'
    throw new ApiError({ message, status: 0, code: 'somebody_else', spoken: true })
  }
  owner ??= ownerOf(token)
  return token
}

const listeners = new Set<() => void>()

/** Tells when somebody else than before logs in on this page. Returns the function that stops listening. */
export function onOtherOwner(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whose page it is no more: nothing of it is shown. */
export function disown(): void {
  owner = undefined
}

/**
 * Keeps the tokens of a log-in on a page that shows nobody's work, which is of that person from now on: nothing that it knew of another
 * one stays. A log-in over open work is kept by `storeTokens` alone: the page stays whose it was.
 */
export function enterAs(tokens: Tokens): void {
  const now = ownerOf(tokens.accessToken)
  if (owner !== undefined && now !== owner) {
    forgetEarly()
    forgetAnswers()
    for (const listener of listeners) listener()
  }
  owner = now
  storeTokens(tokens)
}
