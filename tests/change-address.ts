import { expect } from 'vitest'
import { changeEmail } from '#shared/people/account-contract.ts'
import { verifyEmail } from '#shared/people/contract.ts'
import type { MadePerson } from './factories.ts'
import type { TestPortal } from './test-portal.ts'

/** Has a person change to another address and confirm it by the mailed link; two such mails are a minute apart. */
export async function changeAddress(
  t: TestPortal,
  { token: as, password }: Pick<MadePerson, 'token' | 'password'>,
  email: string,
): Promise<void> {
  t.clock.advance(61_000)
  expect((await t.call(changeEmail, { as, body: { email, password } })).status).toBe(200)
  const text = (await t.mails()).findLast(({ toAddress }) => toAddress === email)?.text ?? ''
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? 'none')
  expect((await t.call(verifyEmail, { body: { token } })).status).toBe(200)
}
