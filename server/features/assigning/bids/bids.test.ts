import { afterAll, beforeAll, expect, test } from 'vitest'
import { bids } from '#server/db/schema.ts'
import { readBids, removeBids, saveBids } from '#shared/assigning/bids-contract.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { onNextProcess } from '#tests/next-process.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let rita: MadePerson
let omar: MadePerson
let paperId: string

/** A paper that lies with nobody, and two who could review it equally well. */
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  rita = await makePerson(t, { role: 'reviewer', name: 'Rita Novák', email: 'rita@karst.example' })
  omar = await makePerson(t, { role: 'reviewer', name: 'Omar Haddad', email: 'omar@levant.example' })
  const author = await makePerson(t, { role: 'author', email: 'ada@north.example' })
  ;({ paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin }))
  await t.call(unassignReviewer, { as: admin.token, params: { paperId, reviewerId: rita.id } })
})
afterAll(() => t.close())

const save = (list: string) => t.call(saveBids, { as: admin.token, body: { list } })
const counts = async () => (await t.call(readBids, { as: admin.token })).body
const proposed = async (given: { bid: 'eager' | 'reluctant'; reviewerId: string }[] = []) => {
  const body = { bids: given.map((one) => ({ paperId, ...one })) }
  const { pairs } = (await t.call(proposeAssignments, { as: admin.token, body })).body
  return pairs.map(({ reviewer, reason }) => `${reviewer}: ${reason}`)
}

test('a list in any order, with the words of other systems, is kept; what is not understood is named', async () => {
  const { body } = await save(
    `Paper,Reviewer,Bid\n${paperId},rita@karst.example,No\n"Haddad, Omar";Very high;${paperId}\n${paperId},omar@levant.example,perhaps\nP26-9999-X,omar@levant.example,yes\n`,
  )
  expect(body).toEqual({
    message: '2 bids are kept.',
    kept: 2,
    unread: [
      {
        line: 4,
        text: `${paperId} · omar@levant.example · perhaps`,
        problem: 'No bid is named: eager, willing or reluctant.',
      },
      { line: 5, text: 'P26-9999-X · omar@levant.example · yes', problem: 'There is no paper P26-9999-X.' },
    ],
    unreadCount: 2,
  })
  expect(await counts()).toEqual({ eager: 1, willing: 0, reluctant: 1, papers: 1, reviewers: 2 })
})

test('proposals count with them, unless the wish says otherwise of the pair', async () => {
  await save(`${paperId};rita@karst.example;eager\n${paperId};omar@levant.example;no`)
  expect(await proposed()).toEqual(['Rita Novák: Bid: eager.'])
  await save(`${paperId};rita@karst.example;no\n${paperId};omar@levant.example;maybe`)
  expect(await proposed()).toEqual(['Omar Haddad: Bid: willing.'])
  expect(await proposed([{ reviewerId: rita.id, bid: 'eager' }])).toEqual(['Rita Novák: Bid: eager.'])
})

test('a list of which nothing is understood changes nothing; a new one takes the place of the old', async () => {
  const before = await counts()
  expect((await save('nonsense')).refusal).toMatchObject({ error: 'invalid' })
  expect((await save(`${paperId};rita@karst.example;later`)).refusal.message).toBe(
    'No bid was understood. Line 1: No bid is named: eager, willing or reluctant.',
  )
  expect(await counts()).toEqual(before)
  await save(`${paperId};rita@karst.example;yes\n${paperId};Rita Novák;no`)
  expect(await counts()).toEqual({ eager: 0, willing: 0, reluctant: 1, papers: 1, reviewers: 1 })
  expect((await t.call(removeBids, { as: admin.token })).body.message).toBe('All bids are removed.')
  expect(await counts()).toMatchObject({ papers: 0 })
})

test('other requests are answered while a long list of bids is read', async () => {
  const happened: string[] = []
  // A request begins when the reading does, in a process; without one it never begins.
  const desk = new Promise<void>((resolve, reject) => {
    onNextProcess((reader) => {
      reader.once('message', () => happened.push('the list is read'))
      t.call(readBids, { as: admin.token })
        .then(({ status }) => happened.push(`the desk answers ${status}`))
        .then(() => resolve(), reject)
    })
  })
  const rows = Array.from({ length: 2_000 }, (_, at) => `P26-${at}-X;nobody${at}@a.example;yes`)
  const saved = save([`${paperId};rita@karst.example;yes`, ...rows].join('\n')).then(({ body }) =>
    happened.push(`${body.kept} kept, ${body.unreadCount} not understood`),
  )
  await Promise.all([saved, Promise.race([desk, saved])])
  expect(happened).toEqual(['the desk answers 200', 'the list is read', '1 kept, 2000 not understood'])
})

test('a deleted account takes its bids along', async () => {
  await save(`${paperId};omar@levant.example;yes`)
  const gone = await t.call(deleteAccount, { as: omar.token, body: { password: omar.password } })
  expect(gone.status).toBe(200)
  expect(await t.database.db.$count(bids)).toBe(0)
})
