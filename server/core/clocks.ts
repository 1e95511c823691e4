/**
 * By so many milliseconds the clocks of several machines may differ. What ends later than it can, by more than this, was written
 * before a clock was set back.
 */
export const CLOCKS_APART_MS = 60_000
