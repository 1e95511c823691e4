import { answerReader } from '#server/core/read-in-process.ts'
import { rowsIn } from './list-rows.ts'

// The process that reads a list of assignments: read-list.ts alone starts it.
answerReader(rowsIn)
