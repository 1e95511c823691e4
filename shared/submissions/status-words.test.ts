import { expect, test } from 'vitest'
import { deskEnding } from './status-words.ts'

test('organisers read how a paper ended, and else where it stands', () => {
  const read = (
    status: Parameters<typeof deskEnding>[0]['status'],
    ended: { declined?: true; withdrawn?: true } = {},
  ) => deskEnding({ status, declined: false, withdrawn: false, ...ended })
  expect([
    read('complete'),
    read('complete', { declined: true }),
    read('complete', { declined: true, withdrawn: true }),
    read('paper_submitted'),
    read('reviewer_declined', { declined: true }),
  ]).toEqual([
    'complete',
    'rejected',
    'Withdrawn',
    'paper submitted',
    'rejected by a reviewer, to be confirmed',
  ])
})
