import { runTests } from '../elsewhere/run-tests.ts'
import type { Trial } from '../trial.ts'

/** Rows for what the test command runs as tests: by name, and with `--full`. */
const inTests = (name: string, promise: string, files: readonly string[]): Trial => ({
  name,
  promise,
  isExtra: true,
  run: (bench) => runTests(files, bench),
})

export const authzMatrix = inTests(
  'authz-matrix',
  'Each call, asked by each kind of person, answers as its row says; a call without a row is told.',
  ['tests/role-walk.test.ts', 'tests/every-call.test.ts'],
)

export const canaryAnonymity = inTests(
  'canary-anonymity',
  'No planted name reaches anybody who may not know it, however it is asked for.',
  ['tests/canaries.test.ts', 'tests/canary-messages.test.ts'],
)

export const invariants = inTests(
  'invariants',
  'What must hold in every database is noticed where it does not, rule by rule.',
  ['server/verify/verify.test.ts', 'server/verify/rules.test.ts', 'server/verify/kept-wrongly.test.ts'],
)
