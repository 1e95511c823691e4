import { answerReader } from '#server/core/read-in-thread.ts'
import { readPeople } from './read-people.ts'

// The thread that reads a list of people: import-people.ts alone starts it.
answerReader(readPeople)
