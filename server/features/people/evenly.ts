import { setTimeout } from 'node:timers/promises'

/** So long it takes at least, in milliseconds: what is written for an address that nobody has takes longer than to tell its owner. */
const EVENLY_MS = 150

/** Begun before an address is looked up and awaited before the answer, so that the time does not tell whether it is known. */
export const evenly = (): Promise<void> => setTimeout(EVENLY_MS)
