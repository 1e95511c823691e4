import { v7 } from 'uuid'

/**
 * Makes UUIDv7s of the given moments (RFC 9562). A running sequence keeps those of one process in the order they
 * were made, also within a millisecond.
 */
export function idSource(randomBytes: (count: number) => Buffer): (now: Date) => string {
  let seq = 0
  return (now) => {
    seq = (seq + 1) & 0x7fffffff
    return v7({ msecs: now.getTime(), seq, random: randomBytes(16) })
  }
}
