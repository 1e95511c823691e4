import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { live } from '#shared/operations/contract.ts'
import { me } from '#shared/people/contract.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { CROWD, doorOf, IN_HAND_MAX } from './door.ts'
import { answerErrors } from './errors.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('while as many calls wait as may, one more is asked to come back at once; after that all is as before', async () => {
  const { token: as } = await makePerson(t, { role: 'author' })
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let waitFor = Promise.resolve()
  // Nobody can be asked who they are meanwhile.
  await new Promise<void>((held) => {
    waitFor = t.transact(async ({ tx }) => {
      await tx.execute(sql`lock table users in access exclusive mode`)
      held()
      await isHeld
    })
  })
  const waiting = Array.from({ length: IN_HAND_MAX }, () => t.call(me, { as }))
  const refused = await t.call(me, { as })
  expect([refused.status, refused.refusal.error]).toEqual([503, 'unavailable'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
  expect((await t.call(live)).status).toBe(200)
  // An upload is not counted: it waits with the others.
  const upload = t.upload(submitAbstract, { as, file: await makePdf() })
  letGo()
  await waitFor
  const answered = await Promise.all(waiting)
  expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
  expect((await upload).status).toBe(200)
  expect((await t.call(me, { as })).status).toBe(200)
})

test('where calls wait too long a crowd of calls and uploads is enough; fewer are let in, and so is who asks whether we live', async () => {
  let isHigh = true
  const door = { pressure: { isHigh: () => isHigh } }
  const http = Fastify()
  answerErrors(http)
  const ends: (() => void)[] = []
  for (const spec of [me, submitAbstract, live]) {
    http.route({
      method: spec.method,
      url: spec.path,
      ...doorOf(door, spec),
      handler: async ({ query }) => {
        if (JSON.stringify(query) !== '{}') await new Promise<void>((resolve) => ends.push(resolve))
        return ''
      },
    })
  }
  const statusOf = async ({ method, path: url }: EndpointSpec) =>
    (await http.inject({ method, url })).statusCode
  const crowd = Array.from({ length: CROWD }, async (_, at) => {
    const { method, path } = at % 2 === 0 ? me : submitAbstract
    return (await http.inject({ method, url: `${path}?wait` })).statusCode
  })
  await expect.poll(() => ends.length).toBe(CROWD)
  expect([await statusOf(me), await statusOf(submitAbstract), await statusOf(live)]).toEqual([503, 503, 200])
  isHigh = false
  expect([await statusOf(me), await statusOf(submitAbstract)]).toEqual([200, 200])
  isHigh = true
  ends.pop()?.()
  await Promise.race(crowd)
  expect(await statusOf(me)).toBe(200)
  for (const end of ends) end()
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 200))
})

test('of who sends many calls over one line at once and goes away the work is counted until it is done', async () => {
  const http = Fastify()
  answerErrors(http)
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let begun = 0
  let closed = 0
  let isHigh = false
  http.server.on('connection', (socket) => socket.once('close', () => (closed += 1)))
  const door = doorOf({ pressure: { isHigh: () => isHigh } }, me)
  http.get('/held', door, async () => {
    begun += 1
    await isHeld
    return ''
  })
  http.get('/', door, async () => '')
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const line = connect(Number(port), '127.0.0.1')
  line.write('GET /held HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(2 * CROWD))
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(2 * CROWD)
  isHigh = true
  expect((await http.inject('/')).statusCode).toBe(503)
  line.destroy()
  await expect.poll(() => closed, { timeout: 60_000 }).toBe(1)
  expect((await http.inject('/')).statusCode).toBe(503)
  letGo()
  await expect.poll(async () => (await http.inject('/')).statusCode, { timeout: 60_000 }).toBe(200)
  await http.close()
})

test('who sends many calls behind a large answer that they do not read leaves no place taken', async () => {
  const http = Fastify()
  answerErrors(http)
  let isHigh = false
  let begun = 0
  const door = doorOf({ pressure: { isHigh: () => isHigh } }, me)
  const large = Buffer.alloc(64 * 1024 * 1024)
  http.get('/large', async () => large)
  http.get('/', door, async () => {
    begun += 1
    return ''
  })
  const { port } = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const line = connect(Number(port), '127.0.0.1')
  const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`
  line.write(asked('/large') + asked('/').repeat(2 * CROWD))
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(2 * CROWD)
  isHigh = true
  expect((await http.inject('/')).statusCode).toBe(200)
  line.destroy()
  await http.close()
})
