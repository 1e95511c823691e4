import { expect, test } from 'vitest'
import { limits } from '#server/features/people/throttle.ts'
import { forgotPassword } from '#shared/people/contract.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const PROXY = '192.0.2.10'
const CLIENT = '203.0.113.9'
const { free } = limits.forgotByAddress

let asked = 0
/** Asks for a new password for an address that nobody else asks for one for; gives the status. */
async function ask({ app }: TestPortal, remoteAddress: string, forwardedFor: string): Promise<number> {
  asked += 1
  const { statusCode } = await app.http.inject({
    method: forgotPassword.method,
    url: forgotPassword.path,
    remoteAddress,
    headers: { 'x-forwarded-for': forwardedFor, 'x-real-ip': forwardedFor },
    payload: { email: `somebody${asked}@north.example` },
  })
  return statusCode
}

/** The status that comes after all that are free for an address were used up. */
async function afterAllFree(t: TestPortal, remoteAddress: string, forwardedFor: (n: number) => string) {
  for (let n = 0; n < free; n += 1) expect(await ask(t, remoteAddress, forwardedFor(n))).toBe(200)
  return ask(t, remoteAddress, forwardedFor(free))
}

test('without TRUST_PROXY an address is limited, whatever it says that it passes on', async () => {
  const t = await openTestPortal()
  try {
    expect(await afterAllFree(t, CLIENT, (n) => `198.51.100.${n}`)).toBe(429)
  } finally {
    await t.close()
  }
})

test('behind the proxy that TRUST_PROXY names the client is limited, who may have said anything before', async () => {
  const t = await openTestPortal({ env: { TRUST_PROXY: `192.0.2.99, ${PROXY}` } })
  try {
    expect(await afterAllFree(t, PROXY, (n) => `198.51.100.${n}, ${CLIENT}`)).toBe(429)
    expect(await ask(t, PROXY, CLIENT)).toBe(429)
    expect(await ask(t, PROXY, `${CLIENT}, 203.0.113.10`)).toBe(200)
  } finally {
    await t.close()
  }
})

test('another address than the proxy that TRUST_PROXY names is not believed', async () => {
  const t = await openTestPortal({ env: { TRUST_PROXY: '192.0.2.8/30' } })
  try {
    expect(await afterAllFree(t, '192.0.2.20', (n) => `198.51.100.${n}`)).toBe(429)
    expect(await ask(t, PROXY, '192.0.2.20')).toBe(429)
  } finally {
    await t.close()
  }
})
