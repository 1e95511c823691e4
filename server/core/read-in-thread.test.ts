import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const reading = { source: new URL('../../tests/fixtures/reading-thread.ts', import.meta.url), built: '' }
const endless = { answer: 'never' }

test('gives the answer, refuses with the reader’s words, and fails where the thread does', async () => {
  expect(await readInThread(reading, { answer: 7 }, { late: 'late' })).toBe(7)
  await expect(readInThread(reading, { answer: 'refuse' }, { late: 'late' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'No list.',
  })
  await expect(readInThread(reading, { answer: 'fail' }, { late: 'late' })).rejects.toThrow('a fault of ours')
})

test('two are read at once; the next begins when one is done, and leaves the line when its time is over', async () => {
  const stuck = [1, 2].map(() => readInThread(reading, endless, { late: 'stuck', timeMs: 500 }))
  const impatient = readInThread(reading, { answer: 8 }, { late: 'impatient', timeMs: 20 })
  const patient = readInThread(reading, { answer: 9 }, { late: 'late' })
  const order: unknown[] = []
  const noted = [...stuck, impatient, patient].map((one) =>
    one.then(
      (answer) => order.push(answer),
      ({ code, message }: { code: string; message: string }) => order.push(`${code}: ${message}`),
    ),
  )
  await Promise.all(noted)
  expect(order).toEqual(['unavailable: impatient', 'unavailable: stuck', 'unavailable: stuck', 9])
  // The places are free again.
  expect(await readInThread(reading, { answer: 10 }, { late: 'late' })).toBe(10)
})
