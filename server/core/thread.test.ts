import { expect, test } from 'vitest'
import { inThread } from './thread.ts'

const counting = { source: new URL('../../tests/fixtures/counting-thread.ts', import.meta.url), built: '' }
const { signal } = new AbortController()

test('works in a thread of its own, and gives its answer', async () => {
  expect(await inThread(counting, { to: 3 }, { signal })).toBe(3)
})

test('tells how far it is, keeps nobody waiting, and ends when told to', async () => {
  const ending = new AbortController()
  const seen: number[] = []
  const work = inThread(
    counting,
    { to: Number.POSITIVE_INFINITY },
    {
      signal: ending.signal,
      progress: (done) => {
        seen.push(done)
        ending.abort(new Error('enough'))
      },
    },
  )
  await expect(work).rejects.toThrow('enough')
  expect(seen).toHaveLength(1)
  await expect(inThread(counting, { to: 3 }, { signal: ending.signal })).rejects.toThrow('enough')
})

test('says when it fails', async () => {
  await expect(inThread(counting, { to: -1 }, { signal })).rejects.toThrow('less than nothing')
})
