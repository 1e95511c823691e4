import { pipeline, type Readable, Transform } from 'node:stream'

/**
 * The same bytes, which fail where they are more or fewer than so many: an answer that said its length would else be
 * filled up with the next one on its connection.
 */
export function ofLength(bytes: Readable, length: number): Readable {
  let left = length
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(left < 0 ? otherLength(length, left) : null, chunk)
    },
    flush: (done) => done(left > 0 ? otherLength(length, left) : null),
  })
  // What fails is told to whoever reads.
  return pipeline(bytes, counted, () => undefined)
}

/** What is stored under a key is not what was kept there. */
export const otherLength = (length: number, left: number): Error =>
  new Error(`a stored file has ${length - left} bytes or more, and must have ${length}`)
