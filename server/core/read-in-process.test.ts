import { expect, test, vi } from 'vitest'
import { readInProcess } from './read-in-process.ts'

const reading = {
  source: new URL('../../tests/fixtures/reading-process.ts', import.meta.url),
  built: 'reader',
}
const endless = { answer: 'never' }

test('gives the answer, refuses with the reader’s words, and fails where the process does', async () => {
  expect(await readInProcess(reading, { answer: 7 }, { late: 'late' })).toBe(7)
  await expect(readInProcess(reading, { answer: 'refuse' }, { late: 'late' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'No list.',
  })
  await expect(readInProcess(reading, { answer: 'fail' }, { late: 'late' })).rejects.toThrow(
    'a fault of ours',
  )
})

test('two are read at once; the next begins when one is done, and leaves the line when its time is over', async () => {
  const stuck = [1, 2].map(() => readInProcess(reading, endless, { late: 'stuck', timeMs: 500 }))
  const impatient = readInProcess(reading, { answer: 8 }, { late: 'impatient', timeMs: 20 })
  const patient = readInProcess(reading, { answer: 9 }, { late: 'late' })
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
  expect(await readInProcess(reading, { answer: 10 }, { late: 'late' })).toBe(10)
})

test('a file that unpacks to more than may be held is refused, and the next one is read', async () => {
  await expect(readInProcess(reading, { answer: 'grow' }, { late: 'late' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'The file unpacks to more than can be read here. Use a part of it.',
  })
  expect(await readInProcess(reading, { answer: 11 }, { late: 'late' })).toBe(11)
})

test('what goes over arrives as it was, and of the environment nothing does', async () => {
  const given = { bytes: new Uint8Array([1, 2]), at: new Date(0), known: new Map([['P26', [1n]]]) }
  expect(await readInProcess(reading, { answer: given }, { late: 'late' })).toEqual(given)
  vi.stubEnv('SMTP_URL', 'smtp://user:secret@mail.example')
  const seen = await readInProcess<string[]>(reading, { answer: 'environment' }, { late: 'late' })
  vi.unstubAllEnvs()
  expect(seen.filter((name) => !name.startsWith('NODE_'))).toEqual([])
})
