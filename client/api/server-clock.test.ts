import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const DAY_MS = 86_400_000
const device = new Date('2026-05-03T21:59:00.400Z')
const told = (date: string | null) => noteServerTime({ headers: new Headers(date === null ? {} : { date }) })

beforeEach(() => {
  vi.useFakeTimers({ now: device })
})
afterEach(() => {
  told(new Date().toUTCString())
  vi.useRealTimers()
})

test('a device whose clock is a day wrong reckons with the server’s, as it goes on', () => {
  for (const differs of [DAY_MS, -DAY_MS]) {
    const server = new Date(device.getTime() + differs)
    told(server.toUTCString())
    vi.setSystemTime(device.getTime() + 60_000)
    expect(serverNow().getTime()).toBe(Math.floor(server.getTime() / 1000) * 1000 + 60_000)
    vi.setSystemTime(device)
  }
})

test('a clock that is right keeps its own time, whatever the answer’s way took', () => {
  told(new Date(device.getTime() - 1900).toUTCString())
  expect(serverNow()).toEqual(device)
})

test('an answer without a time changes nothing', () => {
  told(new Date(device.getTime() + DAY_MS).toUTCString())
  const known = serverNow()
  told(null)
  told('soon')
  expect(serverNow()).toEqual(known)
})
