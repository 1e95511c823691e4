/** Bytes that pass before what they came in is collected: more did not gain, and took more memory and processor. */
const EVERY = 2 * 1024 * 1024

/**
 * Counts bytes that came from outside, block by block, and are passed on by then. A block lies beside V8's memory, which holds
 * a few words for it alone: left to itself V8 lets hundreds of blocks wait for its young memory to be full, and then looks
 * through the whole heap because of their size. `collect` looks through young memory.
 */
export function passingMemory(collect: (() => void) | undefined): (bytes: number) => void {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < EVERY) return
    passed = 0
    collect?.()
  }
}

/** Of this process. Started without `--expose-gc` (docs/deployment.md), V8 is left to itself. */
export const notePassed = passingMemory(globalThis.gc && (() => globalThis.gc?.({ type: 'minor' })))
