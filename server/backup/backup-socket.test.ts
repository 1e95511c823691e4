import { EventEmitter, once } from 'node:events'
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
  socket.on('error', () => undefined)
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

/** A backup that hangs until it is let go, and a portal of that patience. */
async function hanging(patience: { askMs: number; turnMs: number; endMs: number }) {
  const path = backupSocket(folder)
  const gate = new EventEmitter()
  const asked: string[] = []
  const isUnderWay = once(gate, 'under way')
  const end = await listenForBackups(
    path,
    async (to) => {
      asked.push(to)
      if (to === '/mount') {
        gate.emit('under way')
        await once(gate, 'let go')
      }
      return made(to)
    },
    patience,
  )
  const first = askForBackup(path, '/mount')
  await isUnderWay
  return { path, end, first, asked, letGo: () => gate.emit('let go') }
}

test('who waits for a backup that hangs is told so, and the next is made once it has ended', async () => {
  const { path, end, first, letGo } = await hanging({ askMs: 5000, turnMs: 20, endMs: 5000 })
  await expect(askForBackup(path, '/next')).rejects.toThrow(
    /^Another backup, into \/mount, has been under way since \S+Z and did not end within 0.02 s. Try again once it has; /,
  )
  letGo()
  expect(await first).toEqual(made('/mount'))
  expect(await askForBackup(path, '/next')).toEqual(made('/next'))
  expect(await end()).toBe(true)
})

test('the end does not wait for a backup that hangs, and refuses who waits for it', async () => {
  const { path, end, first, letGo, asked } = await hanging({ askMs: 5000, turnMs: 60_000, endMs: 20 })
  const alone = expect(first).rejects.toThrow('The portal stopped before the backup was whole.')
  const waits = await suspended(path, '/next')
  waits.resume()
  const refused = new Promise((resolve) => waits.once('close', resolve))
  expect(await end()).toBe(false)
  await alone
  await refused
  // Even when what hung comes to an end, the next is not begun.
  letGo()
  await new Promise(setImmediate)
  expect(asked).toEqual(['/mount'])
})

test('the end waits for a backup that ends soon, and who connects and asks nothing is not waited for', async () => {
  const { path, end, first, letGo } = await hanging({ askMs: 60_000, turnMs: 60_000, endMs: 60_000 })
  const silent = createConnection(path)
  await new Promise((resolve) => silent.once('connect', resolve))
  silent.resume()
  const ended = end()
  await new Promise((resolve) => silent.once('close', resolve))
  letGo()
  expect(await first).toEqual(made('/mount'))
  expect(await ended).toBe(true)
})
