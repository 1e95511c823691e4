import { AppError } from '#server/core/app-error.ts'
import { answerInThread } from '#server/core/thread.ts'
import { type Judging, judgeStatement } from './judge-statement.ts'

// The thread that reads a statement and judges its lines: preview-import.ts alone starts it.
answerInThread((judging: Judging) => {
  try {
    return { judged: judgeStatement(judging) }
  } catch (error) {
    // A refusal goes over as its words; anything else is a fault of ours and ends the thread.
    if (error instanceof AppError) return { refused: error.message }
    throw error
  }
})
