import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { comingBack, onWaiting } from './come-back.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const full = (retryAfter: string | null = '3', body: unknown = { details: { begun: false } }) => ({
  ...{ status: 503, retryAfter, text: JSON.stringify(body) },
})
const done = { status: 200, retryAfter: null, text: '{}' }

/** Sends what is given one after the other, the last one for ever; says when, in seconds from the beginning. */
function sending(...replies: { status: number; retryAfter: string | null; text: string }[]) {
  const began = Date.now()
  const at: number[] = []
  const send = async () => {
    at.push((Date.now() - began) / 1000)
    return replies[Math.min(at.length, replies.length) - 1] ?? done
  }
  return { at, send }
}

test('who comes to a full house comes back when told, and gets the answer', async () => {
  const { at, send } = sending(full('3'), full('5'), done)
  const reply = comingBack(send)
  await vi.runAllTimersAsync()
  expect(await reply).toEqual(done)
  expect(at).toEqual([0, 3, 8])
})

test('who is one of too many of one address at once comes back too', async () => {
  const { at, send } = sending({ ...full('1'), status: 429 }, done)
  const reply = comingBack(send)
  await vi.runAllTimersAsync()
  expect(await reply).toEqual(done)
  expect(at).toEqual([0, 1])
})

test('after two minutes of waiting the refusal is the answer, and a wait of nothing counts as a second', async () => {
  for (const [seconds, times] of [
    ['50', 3],
    ['0', 121],
    ['121', 1],
  ] as const) {
    const { at, send } = sending(full(seconds))
    const reply = comingBack(send)
    await vi.runAllTimersAsync()
    expect([seconds, (await reply).status, at.length]).toEqual([seconds, 503, times])
  }
})

test('what may have been begun, and what says no time, is not sent again', async () => {
  const refusals = [
    full('3', { message: 'The portal is busy or restarting.' }),
    full('3', { details: { begun: true } }),
    full('3', '<html>'),
    full(null),
    full('soon'),
    { ...full('3', { message: 'Too many attempts.' }), status: 429 },
    { ...full('3'), status: 500 },
  ]
  for (const refusal of refusals) {
    const { at, send } = sending(refusal)
    expect(await comingBack(send)).toEqual(refusal)
    expect(at).toEqual([0])
  }
})

test('who leaves the line gets the reason, and is not sent again', async () => {
  const { at, send } = sending(full('3'))
  const leaving = new AbortController()
  const reply = comingBack(send, leaving.signal).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(1000)
  leaving.abort('left')
  expect(await reply).toBe('left')
  await vi.runAllTimersAsync()
  expect(at).toEqual([0])
  expect(vi.getTimerCount()).toBe(0)
})

test('that calls wait is told once for all that wait together', async () => {
  const told = vi.fn()
  const stop = onWaiting(told)
  const both = Promise.all([
    comingBack(sending(full('3'), done).send),
    comingBack(sending(full('4'), done).send),
  ])
  await vi.runAllTimersAsync()
  await both
  expect(told).toHaveBeenCalledTimes(1)
  const again = comingBack(sending(full('3'), done).send)
  await vi.advanceTimersByTimeAsync(1000)
  const toldLate = vi.fn()
  onWaiting(toldLate)()
  await vi.runAllTimersAsync()
  await again
  expect([told.mock.calls.length, toldLate.mock.calls.length]).toEqual([2, 1])
  stop()
  const unheard = comingBack(sending(full('3'), done).send)
  await vi.runAllTimersAsync()
  await unheard
  expect(told).toHaveBeenCalledTimes(2)
})
