import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { notSilent } from './not-silent.ts'

test('all bytes come, in their order', async () => {
  const source = new PassThrough()
  const read = buffer(notSilent(source, 1000))
  source.write('one, ')
  source.end('two')
  expect((await read).toString()).toBe('one, two')
})

test('bytes that do not come while they are waited for are an error, and their source is let go of', async () => {
  const source = new PassThrough()
  source.write('the beginning')
  await expect(buffer(notSilent(source, 20))).rejects.toThrow('no bytes within 20 ms')
  expect(source.destroyed).toBe(true)
})

test('who is slow to read is not cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const source = new PassThrough()
    const bytes = notSilent(source, 1000)
    for (let at = 0; at < 10; at += 1) source.write(Buffer.alloc(16_384, at))
    source.end()
    await once(bytes, 'readable')
    // What is read ahead is full, and nobody takes it.
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(60_000)
    expect((await buffer(bytes)).length).toBe(10 * 16_384)
  } finally {
    vi.useRealTimers()
  }
})

test('who goes away lets go of the source', async () => {
  const source = new PassThrough()
  source.write('the beginning')
  const bytes = notSilent(source, 1000)
  await once(bytes, 'readable')
  bytes.destroy()
  await once(source, 'close')
  expect(source.destroyed).toBe(true)
})
