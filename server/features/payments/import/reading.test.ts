import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments } from '#shared/payments/contract.ts'
import { previewImport } from '#shared/payments/import-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { onNextProcess } from '#tests/next-process.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let staff: string
beforeAll(async () => {
  t = await openTestPortal()
  staff = (await makePerson(t, { role: 'author', isStaff: true })).token
})
afterAll(() => t.close())

test('other requests are answered while a large statement is read', async () => {
  const happened: string[] = []
  // A request begins when the reading does, in a process; without one it never begins.
  const desk = new Promise<void>((resolve, reject) => {
    onNextProcess((reader) => {
      happened.push('reading begins')
      reader.once('message', () => happened.push('the statement is read'))
      t.call(listPayments, { as: staff })
        .then(({ status }) => happened.push(`the desk answers ${status}`))
        .then(() => resolve(), reject)
    })
  })
  const rows = Array.from({ length: 5000 }, (_, at) => `2026-03-02;250,00;Fee P26-${at} of somebody ${at}`)
  const file = Buffer.from(['Date;Amount;Text', ...rows].join('\n')).toString('base64')
  const read = t.call(previewImport, { as: staff, body: { file } }).then(({ status, body }) => {
    happened.push(`${body.lines.length} lines, ${status}`)
  })
  await Promise.all([read, Promise.race([desk, read])])
  expect(happened).toEqual([
    'reading begins',
    'the desk answers 200',
    'the statement is read',
    '5000 lines, 200',
  ])
})
