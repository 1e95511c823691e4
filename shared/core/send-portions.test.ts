import { expect, test } from 'vitest'
import { sendPortions } from './send-portions.ts'

const items = ['a1', 'b1', 'c1', 'a2', 'd1', 'e1']

/** Calls that end when the test says so. */
function calls() {
  const begun: string[] = []
  const ends = new Map<string, { well: () => void; badly: () => void }>()
  const send = (portion: readonly string[]) => {
    const name = portion.join()
    begun.push(name)
    return new Promise<void>((resolve, reject) => {
      ends.set(name, { well: resolve, badly: () => reject(new Error(name)) })
    })
  }
  const end = async (name: string, how: 'well' | 'badly' = 'well') => {
    ends.get(name)?.[how]()
    await new Promise(setImmediate)
  }
  return { begun, send, end }
}

const of = (atOnce: number) => ({ least: 1, most: 1, atOnce, keysOf: (item: string) => [item.slice(0, 1)] })

test('one call after the other, in order', async () => {
  const { begun, send, end } = calls()
  const sent = sendPortions(items.slice(0, 2), of(1), send)
  expect(begun).toEqual(['a1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  await sent
})

test('two calls are under way together, but not about the same thing', async () => {
  const { begun, send, end } = calls()
  const sent = sendPortions(items, of(2), send)
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  await end('c1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1'])
  for (const one of ['a2', 'd1', 'e1']) await end(one)
  await sent
})

test('after a failure no other call is begun, and those under way are waited for', async () => {
  const { begun, send, end } = calls()
  let ended = false
  const sent = sendPortions(items, of(2), send).finally(() => {
    ended = true
  })
  const refused = expect(sent).rejects.toThrow('a1')
  await end('a1', 'badly')
  expect([begun, ended]).toEqual([['a1', 'b1'], false])
  await end('b1')
  await refused
})

test('nothing to send is no call', async () => {
  const { begun, send } = calls()
  await sendPortions([], of(2), send)
  expect(begun).toEqual([])
})
