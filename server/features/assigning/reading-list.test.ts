import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAIRS_MAX, readAssignmentList } from '#shared/assigning/contract.ts'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { onNextProcess } from '#tests/next-process.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  as = (await makePerson(t, { role: 'admin' })).token
})
afterAll(() => t.close())

const listOf = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `P26-${at}-X;nobody${at}@a.example`).join('\n')

test('other requests are answered while a long list is read; each line that is not understood has its number and reason', async () => {
  const happened: string[] = []
  // A request begins when the reading does, in a process; without one it never begins.
  const desk = new Promise<void>((resolve, reject) => {
    onNextProcess((reader) => {
      reader.once('message', () => happened.push('the list is read'))
      t.call(listPapers, { as })
        .then(({ status }) => happened.push(`the desk answers ${status}`))
        .then(() => resolve(), reject)
    })
  })
  const read = t.call(readAssignmentList, { as, body: { list: listOf(PAIRS_MAX) } }).then(({ body }) => {
    const last = body.rows.at(-1)
    happened.push(`${body.rows.length} rows, the last on line ${last?.line}: ${last?.problem}`)
  })
  await Promise.all([read, Promise.race([desk, read])])
  const at = PAIRS_MAX - 1
  expect(happened).toEqual([
    'the desk answers 200',
    'the list is read',
    `${PAIRS_MAX} rows, the last on line ${PAIRS_MAX}: There is no paper P26-${at}-X.`,
  ])
})

test('a list of more rows than one batch takes is refused, with the number', async () => {
  const { status, refusal } = await t.call(readAssignmentList, { as, body: { list: listOf(PAIRS_MAX + 1) } })
  expect([status, refusal.message]).toEqual([422, `Use at most ${PAIRS_MAX} rows at a time.`])
})

test('a line that is not understood has the number that an editor shows, below cells of several lines too', async () => {
  const list = [
    'Paper ID,Reviewer e-mail,"In spite of a conflict, because"',
    '',
    'P26-1-X,a@a.example,"She knows it,\r\nand nobody\r\nelse does"',
    'P26-2-X,b@a.example,',
  ].join('\r\n')
  for (const text of [list, `\uFEFF${list}`, `sep=,\r\n${list}`]) {
    const { heading, rows } = (await t.call(readAssignmentList, { as, body: { list: text } })).body
    const first = text.startsWith('sep') ? 2 : 1
    expect([heading?.line, ...rows.map(({ line }) => line)]).toEqual([first, first + 2, first + 5])
  }
})
