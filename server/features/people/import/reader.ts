import { answerReader } from '#server/core/read-in-process.ts'
import { readPeople } from './read-people.ts'

// The process that reads a list of people: import-people.ts alone starts it.
answerReader(readPeople)
