import type { me } from '#shared/people/contract.ts'
import { plainly } from './plainly.ts'
import { comeAlready, readOnce } from './read-once.ts'

export const meCall = plainly<typeof me>('GET', '/api/me')

/** Asks the server who is logged in here. */
export const readMe = () => readOnce(meCall)

/** Its answer where it was asked for early and is there already. */
export const meAlready = () => comeAlready(meCall)
