/** Why the portal refuses a file, in the code of its answer. */
type Reason = 'not_a_pdf' | 'broken_pdf' | 'encrypted_pdf' | 'not_an_image'

/**
 * What must become of a file: it is kept, and given back as it came and inert; it is refused for this reason; or, where a
 * reader may well see it in either way, one of the two.
 */
export type Fate = 'kept' | Reason | readonly ('kept' | Reason)[]

/** A file that somebody sends to do harm, or that is broken, and what must become of it. */
export interface HostileFile {
  name: string
  bytes: Buffer
  must: Fate
}

/** Whether what became of a file is what must. */
export const isMeant = (must: Fate, became: string): boolean =>
  (typeof must === 'string' ? [must] : must).some((one) => one === became)
