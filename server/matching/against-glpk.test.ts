import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { certify } from './certify.ts'
import { figuresOf } from './figures.ts'
import { FORBIDDEN, type Problem, passesGate } from './problem.ts'
import { problemOf } from './problem-of.ts'
import { solve } from './solve.ts'

/** Held against an independent solver of linear programmes, GLPK (package glpk-utils), wherever it is installed. */
const hasGlpk = spawnSync('glpsol', ['--version']).status === 0

/** The assignment as a linear programme in CPLEX's format, as a textbook has it. */
function programmeOf(problem: Problem): string {
  const { papers, reviewers, scores, seats, least, most, gate } = problem
  const pairs: { paper: number; reviewer: number; name: string; score: number }[] = []
  for (let paper = 0; paper < papers; paper += 1) {
    for (let reviewer = 0; reviewer < reviewers; reviewer += 1) {
      const score = scores[paper * reviewers + reviewer] ?? FORBIDDEN
      if (score !== FORBIDDEN) pairs.push({ paper, reviewer, name: `x_${paper}_${reviewer}`, score })
    }
  }
  const sum = (some: typeof pairs) => some.map(({ name }) => name).join('\n + ')
  const rows: string[] = []
  for (let paper = 0; paper < papers; paper += 1) {
    const own = pairs.filter((pair) => pair.paper === paper)
    rows.push(` seats_${paper}: ${sum(own)} = ${seats[paper]}`)
    const passing = own.filter(({ reviewer }) => passesGate(problem, paper, reviewer))
    if (gate !== null && passing.length > 0)
      rows.push(` gate_${paper}: ${sum(passing)} <= ${gate.most[paper]}`)
  }
  for (let reviewer = 0; reviewer < reviewers; reviewer += 1) {
    const own = pairs.filter((pair) => pair.reviewer === reviewer)
    rows.push(` most_${reviewer}: ${sum(own)} <= ${most[reviewer]}`)
    rows.push(` least_${reviewer}: ${sum(own)} >= ${least[reviewer]}`)
  }
  const worth = pairs.map(({ name, score }) => `${score} ${name}`).join('\n + ')
  const bounds = pairs.map(({ name }) => ` 0 <= ${name} <= 1`).join('\n')
  return `Maximize\n total: ${worth}\nSubject To\n${rows.join('\n')}\nBounds\n${bounds}\nEnd\n`
}

function optimumOf(problem: Problem): number {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-glpk-'))
  try {
    const [programme, answer] = [join(folder, 'p.lp'), join(folder, 'p.sol')]
    writeFileSync(programme, programmeOf(problem))
    execFileSync('glpsol', ['--lp', programme, '-w', answer], { timeout: 60_000 })
    const [, status, value] = /^s bas \d+ \d+ (\w) \w (\S+)$/m.exec(readFileSync(answer, 'utf8')) ?? []
    expect(status).toBe('f')
    return Math.round(Number(value))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.skipIf(!hasGlpk)(
  'GLPK finds no better assignment (skipped where glpsol is not installed)',
  () => {
    let state = 7
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (const { papers, reviewers, seats, least, most, senior } of [
      { papers: 20, reviewers: 12, seats: 2, least: 0, most: 6, senior: false },
      { papers: 60, reviewers: 25, seats: 3, least: 5, most: 9, senior: true },
      { papers: 120, reviewers: 40, seats: 3, least: 9, most: 9, senior: true },
      { papers: 600, reviewers: 80, seats: 3, least: 20, most: 23, senior: true },
    ]) {
      const table = Array.from({ length: papers }, () =>
        Array.from({ length: reviewers }, () => (random(10) === 0 ? null : random(1_000_000))),
      )
      const problem = problemOf(table, {
        seats: table.map(() => seats),
        least: Array.from({ length: reviewers }, () => least),
        most: Array.from({ length: reviewers }, () => most),
        gate: senior
          ? {
              most: new Int32Array(papers).fill(seats - 1),
              of: { reviewers: Uint8Array.from({ length: reviewers }, (_, one) => (one % 2 === 0 ? 0 : 1)) },
            }
          : null,
      })
      const solution = solve(problem)
      const { total, open } = figuresOf(problem, solution.reviewersOf, 0)
      expect({ open, faults: certify(problem, solution) }).toEqual({ open: 0, faults: [] })
      expect(total).toBe(optimumOf(problem))
    }
  },
  120_000,
)
