import { answerReader } from '#server/core/read-in-process.ts'
import { writeJudged } from './judge-statement.ts'

// The process that reads a statement, judges its lines and writes the answer: preview-import.ts alone starts it.
answerReader(writeJudged)
