import { spawnSync } from 'node:child_process'
import { existsSync, utimesSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockDirectory } from './lock-directory.ts'

/** Rare beats: these tests write into locks themselves. */
const UNMOVED = { beatMs: 3_600_000 }
const QUICK = { beatMs: 20, silenceMs: 200 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-lock-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const lockIn = (directory: string) => join(directory, 'lectern.pid')
const pidIn = async (directory: string) => Number((await readFile(lockIn(directory), 'utf8')).split(' ')[0])
const isTold = test.runIf(existsSync('/proc/self/stat'))

test('a second opening of the same folder is refused while the first one lives, and free after it', async () => {
  const directory = join(folder, 'locked')
  const unlock = await lockDirectory(directory, UNMOVED)
  const mark = await readFile(lockIn(directory), 'utf8')
  // Another process that is alive: this one's parent.
  await writeFile(lockIn(directory), String(process.ppid))
  await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${process.ppid}.`)
  await writeFile(lockIn(directory), mark)
  await unlock()
  expect(await readdir(directory)).toEqual([])
})

isTold('a process does not open one folder twice', async () => {
  const directory = join(folder, 'twice')
  const unlock = await lockDirectory(directory, UNMOVED)
  await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${process.pid}.`)
  await unlock()
})

test('a lock left by a process that died is taken over at once, and what is taken aside is removed', async () => {
  const directory = join(folder, 'orphan')
  const unlock = await lockDirectory(directory, UNMOVED)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeFile(lockIn(directory), String(pid))
  // Would wait for an hour if it looked for signs of life.
  const again = await lockDirectory(directory, { ...UNMOVED, silenceMs: 3_600_000 })
  expect(await pidIn(directory)).toBe(process.pid)
  expect(await readdir(directory)).toEqual(['lectern.pid'])
  // Who lost it frees nothing of the other's.
  await unlock()
  expect(await pidIn(directory)).toBe(process.pid)
  await again()
})

isTold('a lock whose process died is taken over although another one has its number now', async () => {
  const directory = join(folder, 'reused')
  const unlock = await lockDirectory(directory, UNMOVED)
  for (const other of [process.ppid, process.pid]) {
    await writeFile(lockIn(directory), `${other} 1@of-another-start`)
    const again = await lockDirectory(directory, UNMOVED)
    expect(await pidIn(directory)).toBe(process.pid)
    await again()
  }
  await unlock()
})

/** Locks of another container, or of another start of a machine: its numbers are ours too, of other processes or of none. */
const elsewhere = [
  ['with this one’s number', `${process.pid} 7@boot pid:[1]@boot`],
  ['without a place, as systems have it that do not tell', `999999999 - -`],
  ['with the number of nobody here', '999999999 7@boot pid:[1]@boot'],
  ['of which nothing is written yet', ''],
] as const

for (const [which, mark] of elsewhere) {
  test(`a lock of another container, ${which}, is kept while it gives signs of life, and taken over after`, async () => {
    const directory = join(folder, `elsewhere ${which}`)
    const unlock = await lockDirectory(directory, UNMOVED)
    await writeFile(lockIn(directory), mark)
    let beats = 0
    const heart = setInterval(() => {
      beats += 1
      utimesSync(lockIn(directory), beats, beats)
    }, 20)
    try {
      await expect(lockDirectory(directory, { ...QUICK, silenceMs: 3_600_000 })).rejects.toThrow(
        'of another container',
      )
    } finally {
      clearInterval(heart)
    }

    const again = await lockDirectory(directory, QUICK)
    expect(await pidIn(directory)).toBe(process.pid)
    await again()
    await unlock()
  })
}

test('a holder shows that it lives, puts back a lock that was removed, and ends where another one has the folder', async () => {
  const directory = join(folder, 'beats')
  const onLost = vi.fn<(error: Error) => void>()
  const unlock = await lockDirectory(directory, { ...QUICK, onLost })
  const mark = await readFile(lockIn(directory), 'utf8')
  await utimes(lockIn(directory), 1, 1)
  await expect(lockDirectory(directory, { beatMs: 20, silenceMs: 3_600_000 })).rejects.toThrow(
    'in use by process',
  )

  await rm(lockIn(directory))
  await vi.waitFor(async () => expect(await readFile(lockIn(directory), 'utf8')).toBe(mark), {
    timeout: 60_000,
  })
  expect(onLost).not.toHaveBeenCalled()

  await writeFile(lockIn(directory), 'of another')
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(onLost.mock.calls[0]?.[0].message).toContain('Another process has taken the data folder')
  await unlock()
  expect(await readFile(lockIn(directory), 'utf8')).toBe('of another')
})

test('a holder that can leave no sign of life says so, once', async () => {
  const directory = join(folder, 'no beats')
  const told: string[] = []
  const listen = ({ message }: Error) => told.push(message)
  process.on('warning', listen)
  const unlock = await lockDirectory(directory, QUICK)
  await rm(directory, { recursive: true })
  const ours = () => told.filter((message) => message.includes(directory))
  await vi.waitFor(() => expect(ours()).toHaveLength(1), { timeout: 60_000 })
  await unlock()
  process.off('warning', listen)
  expect(ours()).toEqual([expect.stringContaining('No sign of life can be left in')])
})
