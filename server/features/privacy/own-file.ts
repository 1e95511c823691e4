/** A person's own file, and where it goes in their archive. */
export interface OwnFile {
  name: string
  at: Date
  storageKey: string
}

/** The longest list in the archive. */
export const ROWS_MAX = 10_000
