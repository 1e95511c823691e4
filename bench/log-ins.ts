import { hashPassword } from '#server/features/people/passwords.ts'
import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { logIn } from './call.ts'
import { authorEmail, PASSWORD } from './people.ts'
import { argon2Yardstick, startServer } from './yardsticks.ts'

/** A server by hand that does nothing of a log-in but hash; to be closed. */
export const startHasher = async () => startServer('./log-in-server.ts', [await hashPassword(PASSWORD)])

/**
 * Log-ins, each of another author than the one before, beside argon2id alone and, where a server by hand runs, beside the same
 * behind node:http, sent by the same client.
 */
export async function logIns(hasher?: { url: string }): Promise<Benchmark> {
  let next = 0
  const further = hasher && {
    name: 'the same behind node:http',
    once: () => logIn(hasher, authorEmail(next++), PASSWORD),
  }
  return {
    name: 'Log in',
    unit: 'log-ins/s',
    amount: 1,
    concurrency: 4,
    ...fiveSeconds,
    once: (portal) => logIn(portal, authorEmail(next++), PASSWORD),
    yardstick: { name: 'bare argon2id', once: await argon2Yardstick(PASSWORD) },
    ...(further && { further }),
  }
}
