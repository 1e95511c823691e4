import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForBackup, backupSocket, listenForBackups } from './backup-socket.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-socket-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const made = (path: string) => ({ path, rows: 1, files: 2, added: 3 })

/** A command that asked and reads nothing any more, as one that was suspended. */
async function suspended(path: string, to: string): Promise<Socket> {
  const socket = createConnection(path)
  socket.pause()
  socket.write(`${JSON.stringify({ to })}\n`)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

test('who asks is told what was made, or why not', async () => {
  const path = backupSocket(folder)
  const end = await listenForBackups(path, async (to) => {
    if (to === '/full') throw new Error('There is no room.')
    return made(to)
  })
  expect(await askForBackup(path, '/here')).toEqual(made('/here'))
  await expect(askForBackup(path, '/full')).rejects.toThrow('There is no room.')
  await end()
  expect(await askForBackup(path, '/here')).toBeUndefined()
})

test('a command that was suspended and then killed does no harm, whether it had its answer or not', async () => {
  const path = backupSocket(folder)
  const asked: string[] = []
  const end = await listenForBackups(path, async (to) => {
    asked.push(to)
    return made(to)
  })
  const unread = await suspended(path, '/unread')
  // Its turn is after the other's: that one's answer lies unread in the line.
  expect(await askForBackup(path, '/next')).toEqual(made('/next'))
  // The other side is reset by this, which it must survive; an error that nobody handles fails the run.
  unread.destroy()
  await new Promise((resolve) => unread.once('close', resolve))
  expect(await askForBackup(path, '/last')).toEqual(made('/last'))
  expect(asked).toEqual(['/unread', '/next', '/last'])
  await end()
})

test('a command that is suspended does not hold up the end', async () => {
  const path = backupSocket(folder)
  const end = await listenForBackups(path, async (to) => made(to))
  const asleep = await suspended(path, '/asleep')
  expect(await askForBackup(path, '/next')).toEqual(made('/next'))
  await end()
  asleep.destroy()
})
