import { answerInThread } from '#server/core/thread.ts'
import { explainAsked } from './explain-pair.ts'

// The thread that says why somebody suits a paper: gets what pairs are scored by, answers once and ends.

answerInThread(explainAsked)
