import { answerReader } from '#server/core/read-in-thread.ts'
import { judgeStatement } from './judge-statement.ts'

// The thread that reads a statement and judges its lines: preview-import.ts alone starts it.
answerReader(judgeStatement)
