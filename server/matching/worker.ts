import { parentPort, workerData } from 'node:worker_threads'
import type { Matched } from './match.ts'
import type { Problem } from './problem.ts'
import { shortageOf } from './shortage.ts'
import { solve } from './solve.ts'
import { solveFairly } from './solve-fairly.ts'

// The thread that matches: gets a problem, tells how far it is, answers once and ends.

const EVERY_MS = 200
// What match.ts sent: the only one who starts this thread.
const { problem, fair } = workerData as { problem: Problem; fair: boolean }
let told = 0
const progress = (done: number, of: number) => {
  const now = performance.now()
  if (now - told < EVERY_MS) return
  told = now
  parentPort?.postMessage({ progress: { done, of } })
}
const solution = fair ? solveFairly(problem, progress) : solve(problem, progress)
const matched: Matched = { solution, shortage: shortageOf(problem, solution) }
parentPort?.postMessage({ matched })
