import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { logIn } from './call.ts'
import { authorEmail, PASSWORD } from './people.ts'
import { argon2Yardstick } from './yardsticks.ts'

/** Log-ins, each of another author than the one before, beside argon2id alone. */
export async function logIns(): Promise<Benchmark> {
  let next = 0
  return {
    name: 'Log in',
    unit: 'log-ins/s',
    amount: 1,
    concurrency: 4,
    ...fiveSeconds,
    once: (portal) => logIn(portal, authorEmail(next++), PASSWORD),
    yardstick: { name: 'bare argon2id', once: await argon2Yardstick(PASSWORD) },
  }
}
