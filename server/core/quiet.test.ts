import { expect, test } from 'vitest'
import { quietTimes } from './quiet.ts'

/** A portal that takes so many milliseconds of the processor in each tenth of a second that is waited. */
function portalThatTakes(...load: number[]) {
  const at = { now: 0, busy: 0 }
  const sleep = async (ms: number) => {
    at.now += ms
    at.busy += load.shift() ?? 0
  }
  return { at, untilQuiet: quietTimes({ now: () => at.now, busyMs: () => at.busy, sleep }) }
}

test.each([
  ['a quiet portal is looked at for a tenth of a second', [0], 100],
  ['a busy one is waited for', [100, 150, 10, 9], 400],
  ['one that never rests is waited for no longer than five seconds', Array(99).fill(100), 5000],
])('%s', async (_what, given, waited) => {
  const { at, untilQuiet } = portalThatTakes(...given)
  await untilQuiet()
  expect(at.now).toBe(waited)
})

test('what it took since the last time counts, so that one after the other goes on at once', async () => {
  const { at, untilQuiet } = portalThatTakes(0, 50, 0)
  await untilQuiet()
  at.now += 600
  at.busy += 50
  await untilQuiet()
  expect(at.now).toBe(700)
  // Busy meanwhile: looked at anew.
  at.now += 600
  at.busy += 600
  await untilQuiet()
  expect(at.now).toBe(1500)
})
