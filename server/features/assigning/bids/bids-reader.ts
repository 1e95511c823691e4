import { answerReader } from '#server/core/read-in-process.ts'
import { bidsIn } from './bids-in.ts'

// The process that reads a list of bids: read-bids-list.ts alone starts it.
answerReader(bidsIn)
