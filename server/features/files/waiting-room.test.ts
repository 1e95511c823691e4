import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openWaitingRoom } from './waiting-room.ts'

test('a sender that breaks off before its file is made leaves nothing behind, however late the file comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-waiting-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sender = new PassThrough()
  const happened: string[] = []
  const room = await openWaitingRoom(folder, async (source, path) => {
    // Longer than it takes to remove a file that is not there yet.
    for (let nth = 0; nth < 50; nth += 1) await readdir(folder)
    await writeFile(path, '')
    happened.push('its file is made')
    for await (const _ of source);
    throw new Error('nothing came')
  })
  const receiving = room.receive(sender, 1000).finally(() => happened.push('its end is told'))
  await turnOfTheLoop()
  sender.destroy(new Error('connection lost'))
  await expect(receiving).rejects.toThrow('connection lost')
  expect(happened).toEqual(['its file is made', 'its end is told'])
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})
