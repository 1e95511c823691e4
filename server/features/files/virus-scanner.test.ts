import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { files } from '#server/db/schema.ts'
import { uploadAvatar } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { openVirusScanner } from './virus-scanner.ts'

/** A ClamAV daemon as far as INSTREAM goes: puts the parts together and answers what the test says. */
class ClamdPeer {
  /** What it answers to a whole file; null closes the line without a word, undefined says nothing at all. */
  answer: (file: Buffer) => string | null | undefined = (file) =>
    file.includes('HARMFUL') ? 'stream: Test-Signature FOUND\0' : 'stream: OK\0'
  readonly files: Buffer[] = []
  readonly #server: Server = createServer((socket) => this.#serve(socket))
  readonly #open = new Set<Socket>()

  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    // `address` is a text for pipes alone.
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.#open.add(socket)
    let got = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#open.delete(socket))
    socket.on('data', (part: Buffer) => {
      got = Buffer.concat([got, part])
      const file = wholeIn(got)
      if (file === undefined) return
      this.files.push(file)
      const said = this.answer(file)
      if (said !== undefined) socket.end(said ?? '')
    })
  }
}

const COMMAND = 'zINSTREAM\0'

/** The file, once its last part has come. */
function wholeIn(got: Buffer): Buffer | undefined {
  if (got.toString('latin1', 0, COMMAND.length) !== COMMAND) return undefined
  const parts: Buffer[] = []
  let at = COMMAND.length
  while (at + 4 <= got.length) {
    const length = got.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(got.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

const clamd = new ClamdPeer()
let port: number
let t: TestPortal
beforeAll(async () => {
  port = await clamd.listen()
  t = await openTestPortal({ env: { CLAMD_URL: `tcp://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await t.close()
  await clamd.close()
})

/** A picture of one pixel: it is inspected without a process of its own, and kinds of files do not matter here. */
const harmless = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const submits = async (file: Buffer) => {
  const ada = await makePerson(t, { role: 'author' })
  return t.upload(uploadAvatar, { as: ada.token, file, fileName: 'me.png', type: 'image/png' })
}

test('a file is looked through whole before it is taken', async () => {
  expect((await submits(harmless)).status).toBe(200)
  expect(clamd.files.at(-1)?.equals(harmless)).toBe(true)
})

test('a file with a signature is refused and nothing of it stays', async () => {
  const before = await t.database.db.$count(files)
  const refused = await submits(Buffer.concat([harmless, Buffer.from('HARMFUL')]))
  expect([refused.status, refused.refusal.error]).toEqual([422, 'harmful_file'])
  expect(await t.database.db.$count(files)).toBe(before)
})

test.each([
  ['says that it failed', 'INSTREAM size limit exceeded. ERROR\0'],
  ['says something else', 'stream: OK, mostly\0'],
  ['closes the line', null],
])('where the scanner %s, nothing is taken, and it is asked to try again', async (_, said) => {
  const usual = clamd.answer
  clamd.answer = () => said
  try {
    const refused = await submits(harmless)
    expect([refused.status, refused.refusal.error]).toEqual([503, 'unavailable'])
    expect(refused.headers['retry-after']).toBe('60')
  } finally {
    clamd.answer = usual
  }
})

test('where the scanner is away, nothing is taken until it is back', async () => {
  await clamd.close()
  expect((await submits(harmless)).status).toBe(503)
  await clamd.listen(port)
  expect((await submits(harmless)).status).toBe(200)
})

test('a silent scanner is given up', async () => {
  const path = join(t.dataDir, 'to-be-scanned')
  await writeFile(path, harmless)
  const usual = clamd.answer
  clamd.answer = () => undefined
  try {
    const scan = openVirusScanner(`tcp://127.0.0.1:${port}`, { idleMs: 50, wholeMs: 10_000 })
    await expect(scan(path)).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    clamd.answer = usual
  }
})

test('the address is a host and a port, or a socket', () => {
  for (const url of ['tcp://clamav:3310', 'tcp://[::1]:3310', 'tcp://clamav', 'unix:///run/clamav/clamd.ctl'])
    expect(readConfig({ CLAMD_URL: url }).clamdUrl).toBe(url)
  for (const url of ['http://clamav:3310', 'clamav:3310', 'tcp://', 'unix://'])
    expect(() => readConfig({ CLAMD_URL: url }), url).toThrow('CLAMD_URL: must be')
})
