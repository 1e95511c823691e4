import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bench } from '../trial.ts'

/** The longest walk takes a few minutes on a busy machine. */
const LIMIT_MS = 30 * 60_000

/** What the tests' runner writes down of a run. */
const written = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string().nullable()).nullish(),
        }),
      ),
    }),
  ),
})

/** Runs files of tests in a process of their own on the bench's database, and counts each test; a file without any has failed. */
export async function runTests(files: readonly string[], { template, tried }: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tests-'))
  const outputFile = join(folder, 'tests.json')
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=json']
  const child = spawn(process.execPath, [...vitest, `--outputFile=${outputFile}`, ...files], {
    stdio: 'ignore',
    timeout: LIMIT_MS,
    env: { ...process.env, TEST_DATABASE_URL: template.kind === 'postgres' ? template.server : '' },
  })
  try {
    await once(child, 'close')
    const { testResults } = written.parse(JSON.parse(await readFile(outputFile, 'utf8')))
    for (const file of files) {
      const result = testResults.find(({ name }) => name.endsWith(`/${file}`))
      if (result === undefined || result.assertionResults.length === 0)
        tried(`${file}: no test ran; ${result?.message ?? ''}`)
      for (const { fullName, status, failureMessages } of result?.assertionResults ?? [])
        tried(status === 'passed' ? undefined : `${fullName}: ${failureMessages?.[0] ?? status}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
