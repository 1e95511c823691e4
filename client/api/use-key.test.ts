import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { keyed } from './use-key.ts'

const refused = (status: number, code = 'some_code') => new ApiError({ message: '', status, code })

/** The keys under which the same was sent, each time with this outcome: undefined is an answer. */
async function keysOf(...outcomes: (Error | undefined)[]): Promise<string[]> {
  const send = keyed()
  const keys: string[] = []
  for (const outcome of outcomes) {
    const tried = send({ amount: '50' }, async (key) => {
      keys.push(key)
      if (outcome !== undefined) throw outcome
    })
    await tried.catch(() => {})
  }
  return keys
}

test('what may have arrived is sent once more under its key', async () => {
  const unknown = [
    refused(0, 'network'),
    refused(0, 'timeout'),
    refused(500),
    refused(401),
    refused(429),
    refused(409, 'key_in_progress'),
  ]
  expect(new Set(await keysOf(...unknown, undefined)).size).toBe(1)
})

test('after a refusal, and after an answer, the same has another key: the old answer is not given again', async () => {
  const keys = await keysOf(refused(409, 'wrong_state'), refused(422), undefined, undefined)
  expect(new Set(keys).size).toBe(4)
})

test('something else has a key of its own', async () => {
  const send = keyed()
  const keys = new Set<string>()
  for (const amount of ['50', '60']) {
    const tried = send({ amount }, async (key) => {
      keys.add(key)
      throw refused(0, 'network')
    })
    await tried.catch(() => {})
  }
  expect(keys.size).toBe(2)
})
