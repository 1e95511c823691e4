import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unzip } from '#tests/unzip.ts'
import { openZip, sizedZipOf } from './zip.ts'

const at = new Date('2026-03-02T09:00:00Z')

test.each([0, 1, 400, 700, 1500])(
  'the length said before is the length of an archive of %i files',
  async (count) => {
    const entries = Array.from({ length: count }, (_, nth) => {
      const text = `paper ${nth}`
      return {
        name: `P26-${nth}-Ä.pdf`,
        at,
        size: text.length,
        bytes: async () => Readable.from([Buffer.from(text)]),
      }
    })
    const { bytes, size } = sizedZipOf(entries)
    const whole = await buffer(bytes)
    expect(whole.length).toBe(size)
    const files = await unzip(whole)
    expect([...files].map(([name, content]) => `${name}: ${content.toString()}`)).toEqual(
      entries.map(({ name }, nth) => `${name}: paper ${nth}`),
    )
  },
)

test('the operator is told how many files are lost, and of a store that is away nothing is sent', async () => {
  const told: unknown[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (facts: unknown) => told.push(facts) }
  const entry = (name: string, isKept: () => Promise<boolean>) => {
    const text = Buffer.from(name)
    return { name, at, size: text.length, bytes: async () => Readable.from([text]), isKept }
  }
  const here = entry('here.pdf', async () => true)
  const gone = entry('gone.pdf', async () => false)
  const { bytes, size } = await openZip({ log, now: at }, [
    gone,
    here,
    entry('gone-too.pdf', async () => false),
  ])
  const whole = await buffer(bytes)
  expect(whole.length).toBe(size)
  expect([...(await unzip(whole)).keys()]).toEqual(['LOST-FILES.txt', 'here.pdf'])
  expect(told).toEqual([{ event: 'file_missing', lost: 2 }])
  const away = entry('away.pdf', () => Promise.reject(new Error('no bucket')))
  await expect(openZip({ log, now: at }, [here, gone, away])).rejects.toThrow('no bucket')
  expect(told).toHaveLength(1)
})

test('a reader that stops holds no more than a little, and one that goes away closes what is open', async () => {
  const opened: Readable[] = []
  let given = 0
  const file = () => {
    const piece = Buffer.alloc(65_536)
    const left = { pieces: 100 }
    const made = new Readable({
      read() {
        given += piece.length
        left.pieces -= 1
        this.push(left.pieces < 0 ? null : piece)
      },
    })
    opened.push(made)
    return made
  }
  const entries = Array.from({ length: 50 }, (_, nth) => ({
    name: `${nth}.pdf`,
    at,
    size: 100 * 65_536,
    bytes: async () => file(),
  }))
  const { bytes } = sizedZipOf(entries)
  for await (const _ of bytes.iterator({ destroyOnReturn: false })) break
  for (let look = 0; look < 200; look += 1) await turn()
  expect([opened.length, given < 2_000_000]).toEqual([1, true])
  bytes.destroy()
  await turn()
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
