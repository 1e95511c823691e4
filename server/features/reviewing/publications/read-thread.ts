import { answerReader } from '#server/core/read-in-thread.ts'
import { readPublications } from './read-publications.ts'

// The thread that reads a list of publications: publications.ts alone starts it.
answerReader(readPublications)
