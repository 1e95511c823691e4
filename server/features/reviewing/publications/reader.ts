import { answerReader } from '#server/core/read-in-process.ts'
import { readPublications } from './read-publications.ts'

// The process that reads a list of publications: publications.ts alone starts it.
answerReader(readPublications)
