import { answerReader } from '#server/core/read-in-thread.ts'
import { rowsIn } from './list-rows.ts'

// The thread that reads a list of assignments: read-list.ts alone starts it.
answerReader(rowsIn)
