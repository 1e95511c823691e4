import { randomBytes } from 'node:crypto'
import { idSource } from '#server/core/id-source.ts'

const made = idSource(randomBytes)
const BEGAN = new Date('2026-01-01T00:00:00Z')

/** An id after all those made before: who comes first by id, and so whatever hangs on it, is the same in each demo. */
export const newId = (): string => made(BEGAN)
