import { answerInThread } from '#server/core/thread.ts'
import { weigh } from './weigh.ts'

// The thread that makes a proposal: gets what is to be weighed, tells how far it is, answers once and ends.

answerInThread(weigh)
