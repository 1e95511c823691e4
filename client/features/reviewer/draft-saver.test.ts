import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { type DraftStatus, draftSaver } from './draft-saver.ts'

type Send = Parameters<typeof draftSaver>[0]['send']
const at = { _seconds: 1, _nanoseconds: 0 }
const typing = (text: string) => ({ mode: null, score: '', text })
const network = new ApiError({ message: 'Request failed', status: 0, code: 'network' })
const texts = (send: ReturnType<typeof vi.fn<Send>>) => send.mock.calls.map(([{ text }]) => text)

function open(send: Send = async (_, revision) => ({ revision: revision + 1, updatedAt: at })) {
  const sent = vi.fn<Send>(send)
  let status: DraftStatus | undefined
  const tooLate = vi.fn<() => void>()
  const saver = draftSaver({
    revision: 0,
    savedAt: undefined,
    send: sent,
    tell: (now) => {
      status = now
    },
    onTooLate: tooLate,
  })
  return { saver, sent, tooLate, state: () => status?.state, why: () => status?.why }
}
/** An answer that comes when the test says so. */
function later() {
  let answer: (revision: number) => void = () => undefined
  const send: Send = (_, revision) =>
    new Promise((resolve) => {
      answer = () => resolve({ revision: revision + 1, updatedAt: at })
    })
  return { send, answer: () => answer(0) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Window().localStorage)
  vi.stubGlobal('navigator', { onLine: true })
  const claims = btoa(JSON.stringify({ exp: Date.now() / 1000 + 60 }))
  localStorage.setItem('accessToken', `x.${claims}.x`)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('while somebody types without a rest it is saved at least once a second', async () => {
  const { saver, sent } = open()
  for (let key = 1; key <= 100; key += 1) {
    saver.typed(typing('x'.repeat(key)))
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(sent.mock.calls.length).toBeGreaterThanOrEqual(19)
  expect(sent.mock.calls.length).toBeLessThanOrEqual(25)
  await vi.advanceTimersByTimeAsync(1000)
  expect(texts(sent).at(-1)).toHaveLength(100)
})

test('whoever rests is saved once', async () => {
  const { saver, sent, state } = open()
  for (const text of ['a', 'ab', 'abc']) saver.typed(typing(text))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(texts(sent)).toEqual(['abc'])
  expect(state()).toBe('saved')
})

test('a page that goes sends at once what is not sent, so that it arrives', () => {
  const { saver, sent } = open()
  saver.typed(typing('last'))
  saver.leave()
  expect(sent).toHaveBeenCalledExactlyOnceWith(typing('last'), 0, true)
})

test('a page that goes during a saving sends the newer text over the revision that one makes', () => {
  const { saver, sent } = open(later().send)
  saver.typed(typing('first'))
  void saver.flush()
  vi.advanceTimersByTime(900)
  saver.leave()
  saver.typed(typing('second'))
  saver.leave()
  expect(sent.mock.calls).toEqual([
    [typing('first'), 0, true],
    [typing('second'), 1, true],
  ])
})

test('a text too long to arrive after leaving is asked about, and only until it is saved', async () => {
  const { saver, sent } = open()
  saver.typed(typing('文'.repeat(15_000)))
  expect(saver.wouldLose(false)).toBe(true)
  await saver.flush()
  expect(sent.mock.calls[0]?.[2]).toBe(false)
  expect(saver.wouldLose(false)).toBe(false)
})

test.each([
  ['the network is away', () => vi.stubGlobal('navigator', { onLine: false })],
  ['the session is over', () => localStorage.clear()],
  ['the access token has run out', () => localStorage.setItem('accessToken', `x.${btoa('{"exp":1}')}.x`)],
])('leaving is asked about when %s, and not before', (_, happens) => {
  const { saver } = open()
  expect(saver.wouldLose(false)).toBe(false)
  saver.typed(typing('text'))
  expect(saver.wouldLose(false)).toBe(false)
  happens()
  expect(saver.wouldLose(false)).toBe(true)
})

test('where the session ends, what is on the way counts as not saved', async () => {
  const line = later()
  const { saver } = open(line.send)
  saver.typed(typing('text'))
  void saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect([saver.wouldLose(false), saver.wouldLose(true)]).toEqual([false, true])
  line.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.wouldLose(true)).toBe(false)
})

test('what failed for want of a line is tried again, ever more slowly and not for ever', async () => {
  const { saver, sent, state } = open(() => Promise.reject(network))
  saver.typed(typing('text'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveBeenCalledTimes(3)
  expect([state(), saver.wouldLose(false)]).toEqual(['failed', true])
  await vi.advanceTimersByTimeAsync(3_600_000)
  const tried = sent.mock.calls.length
  expect(tried).toBeLessThan(20)
  sent.mockResolvedValue({ revision: 1, updatedAt: at })
  await saver.flush()
  expect([state(), saver.wouldLose(false)]).toEqual(['saved', false])
  expect(sent).toHaveBeenCalledTimes(tried + 1)
})

test('what was refused for what it is, or for want of a log-in, is not tried by itself', async () => {
  for (const status of [422, 401]) {
    const { saver, sent } = open(() => Promise.reject(new ApiError({ message: 'No.', status, code: 'no' })))
    saver.typed(typing('text'))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent).toHaveBeenCalledTimes(1)
    expect(saver.wouldLose(false)).toBe(true)
  }
})

test('a review that could not be submitted goes on being saved', async () => {
  const { saver, sent } = open()
  saver.typed(typing('text'))
  const goOn = saver.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).not.toHaveBeenCalled()
  goOn()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts(sent)).toEqual(['text'])
})

test('a newer text of another window stops the saving until one is chosen', async () => {
  const data = { details: { verdict: null, score: '5', comments: 'theirs', revision: 7 } }
  const { saver, sent } = open()
  sent.mockRejectedValueOnce(new ApiError({ message: 'Stale.', status: 409, code: 'stale', data }))
  saver.typed(typing('mine'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveBeenCalledTimes(1)
  saver.settle({ ...typing('theirs'), revision: 7 }, typing('mine'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.mock.calls[1]?.slice(0, 2)).toEqual([typing('mine'), 7])
})

test('a review that nobody waits for any more is said so, and not tried again', async () => {
  const { saver, sent, tooLate } = open(() =>
    Promise.reject(new ApiError({ message: 'Gone.', status: 409, code: 'wrong_state' })),
  )
  saver.typed(typing('text'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveBeenCalledTimes(1)
  expect(tooLate).toHaveBeenCalledTimes(1)
})

test('what is refused for good says why until it is saved; what is tried again says nothing of it', async () => {
  let answer: ApiError | undefined
  const { saver, state, why } = open(async (_, revision) => {
    if (answer !== undefined) throw answer
    return { revision: revision + 1, updatedAt: at }
  })
  const typed = async (text: string) => {
    saver.typed(typing(text))
    await vi.advanceTimersByTimeAsync(1000)
    return [state(), why()]
  }
  answer = network
  expect(await typed('a')).toEqual(['failed', undefined])
  const said = 'Use at most 20000 characters.'
  answer = new ApiError({ message: said, status: 422, code: 'invalid', spoken: true })
  expect(await typed('ab')).toEqual(['failed', said])
  answer = undefined
  expect(await typed('a')).toEqual(['saved', undefined])
})
