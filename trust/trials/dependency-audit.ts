import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Trial } from '../trial.ts'

const LIMIT_MS = 5 * 60_000

/** Asks the registry, by `npm run audit`, for known holes in what the portal runs with. */
export const dependencyAudit: Trial = {
  name: 'dependency-audit',
  promise: 'No package that the portal runs with has a known hole of high or critical severity.',
  isOfNone: true,
  isExtra: true,
  run: async ({ tried, leftOut }) => {
    const child = spawn(process.execPath, ['scripts/audit.mjs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    })
    const [said, why] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const packages = Number(/known holes in (\d+) packages/.exec(said)?.[1])
    if (!(packages > 0)) {
      leftOut(why.trim() || 'the registry did not say how many packages it looked up')
      return
    }
    const severe = said.split('\n').filter((line) => /^(high|critical): /.test(line))
    for (let nth = severe.length; nth < packages; nth += 1) tried()
    for (const line of severe) tried(line)
  },
}
