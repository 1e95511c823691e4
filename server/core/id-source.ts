import { v7 } from 'uuid'

/** Random bytes are drawn for so many ids at a time: drawing takes as long for a page of them as for one. */
const DRAWN_FOR = 256
const ID_BYTES = 16

/**
 * Makes UUIDv7s of the given moments (RFC 9562). A running sequence keeps those of one process in the order they
 * were made, also within a millisecond.
 */
export function idSource(randomBytes: (count: number) => Buffer): (now: Date) => string {
  let seq = 0
  let drawn: Buffer = Buffer.alloc(0)
  return (now) => {
    seq = (seq + 1) & 0x7fffffff
    if (drawn.length === 0) drawn = randomBytes(DRAWN_FOR * ID_BYTES)
    const random = drawn.subarray(0, ID_BYTES)
    drawn = drawn.subarray(ID_BYTES)
    return v7({ msecs: now.getTime(), seq, random })
  }
}
