import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isRunning } from '../../../trust/crash/processes.ts'
import { createPdfInspector } from './inspect-pdf.ts'
import { notAPdf, tooHard } from './pdf-facts.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-inspect-'))
})
afterAll(() => rm(folder, { recursive: true }))

function inspector(limits: Parameters<typeof createPdfInspector>[0] = {}) {
  const made = createPdfInspector(limits)
  onTestFinished(() => made.close())
  return made
}

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

/** One page, and a stream of the given type that unpacks to many times its size. */
function withStream(dictionary: string, packed: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n' +
        '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n' +
        `4 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer <</Size 9/Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
  ])
}
/** 400 MB in 400 KB. */
const packed = deflateSync(Buffer.alloc(400_000_000, 48))
const good = withStream('', deflateSync('q Q'))
const goodFacts = { ok: true, pages: 1, title: null }
/** Unclosed strings: each is read to the end of the file before it is given up. */
const slow = `%PDF-1.7\n${'1 0 obj ( \n'.repeat(300_000)}startxref\n9\n%%EOF`

/** Processes of the inspector that a process started, as Linux lists them. */
async function childrenOf(parent: number | undefined): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`\nPPid:\t${parent}\n`) && command.includes('pdf-inspector')) found.push(Number(name))
  }
  return found
}
const linux = existsSync('/proc/self/status')

/** An inspector that has read a file, and its process. */
async function withChild(limits: Parameters<typeof createPdfInspector>[0]) {
  const before = await childrenOf(process.pid)
  const made = inspector(limits)
  await made.inspect(await file('first.pdf', good))
  const child = (await childrenOf(process.pid)).find((one) => !before.includes(one)) ?? 0
  return { ...made, child }
}

test('inspects files one after the other in one process', async () => {
  // Other tests' portals have theirs.
  const before = linux ? await childrenOf(process.pid) : []
  const { inspect } = inspector()
  const path = await file('good.pdf', good)
  const text = await file('text.pdf', 'no PDF')
  expect(await Promise.all([path, text, path].map(inspect))).toEqual([goodFacts, notAPdf, goodFacts])
  if (linux) expect(await childrenOf(process.pid)).toHaveLength(before.length + 1)
})

test('a file that unpacks to a thousand times its size is stopped by its memory, and the next one is read', async () => {
  const { inspect } = inspector({ memoryMb: 250 })
  const bombs = [
    await file('objects.pdf', withStream('/Type/ObjStm/N 1/First 5', packed)),
    await file('references.pdf', withStream('/Type/XRef/Size 9/W[1 2 1]/Root 1 0 R', packed)),
  ]
  for (const bomb of bombs) expect(await inspect(bomb)).toEqual(tooHard)
  expect(await inspect(await file('good.pdf', good))).toEqual(goodFacts)
})

test('a file that is too much for a process that others have made large is read in a fresh one', async () => {
  const { inspect, readText } = inspector({ memoryMb: 460 })
  const path = await file(
    'some.pdf',
    withStream('/Type/ObjStm/N 1/First 5', deflateSync(Buffer.alloc(4_000_000, 48))),
  )
  // Draws two pages, and keeps what it needed for them.
  await readText('tests/fixtures/tracemonkey.pdf')
  expect(await inspect(path)).toEqual(goodFacts)
})

test('what only a viewer would unpack is not unpacked', async () => {
  const { inspect } = inspector({ memoryMb: 250 })
  expect(await inspect(await file('content.pdf', withStream('', packed)))).toEqual(goodFacts)
})

test('a file made to be slow is stopped by the clock, and the one behind it is read', async () => {
  const { inspect } = inspector({ timeMs: 1500 })
  const paths = [await file('slow.pdf', slow), await file('good.pdf', good)]
  expect(await Promise.all(paths.map(inspect))).toEqual([tooHard, goodFacts])
})

test.runIf(linux)(
  'a file may take so much of the processor, however long it may take by the clock',
  async () => {
    const { inspect } = inspector({ timeMs: 600_000, busyMs: 500 })
    const paths = [await file('slow.pdf', slow), await file('good.pdf', good)]
    expect(await Promise.all(paths.map(inspect))).toEqual([tooHard, goodFacts])
  },
)

test.runIf(linux)('where others keep the processor it is not the file that is too hard', async () => {
  const { inspect, child } = await withChild({ timeMs: 500, busyMs: 499 })
  process.kill(child, 'SIGSTOP')
  const path = await file('good.pdf', good)
  await expect(inspect(path)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
  expect(await inspect(path)).toEqual(goodFacts)
})

test.runIf(linux)('all threads of a process that nobody waits for give way', async () => {
  const { child } = await withChild({ priority: 'unhurried' })
  const threads = await readdir(`/proc/${child}/task`)
  const given = threads.map(async (thread) => {
    const stat = await readFile(`/proc/${child}/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])
  })
  expect(new Set(await Promise.all(given))).toEqual(new Set([19]))
})

test('more files than may wait are refused and told to come back', async () => {
  const { inspect, assertRoom } = inspector({ mayWait: 1 })
  const path = await file('good.pdf', good)
  const taken = [inspect(path), inspect(path)]
  const refused = await inspect(path).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'unavailable', retryAfter: expect.any(Number) })
  expect(assertRoom).toThrow()
  expect(await Promise.all(taken)).toEqual([goodFacts, goodFacts])
  expect(await inspect(path)).toEqual(goodFacts)
})

test('a file that cannot be opened is a fault of ours, not of the PDF, and the next one is read', async () => {
  const { inspect } = inspector()
  await expect(inspect(join(folder, 'nothing here'))).rejects.toThrow('not for what is in it')
  expect(await inspect(await file('good.pdf', good))).toEqual(goodFacts)
})

test.runIf(linux)('a process that died while it had nothing to do is replaced', async () => {
  const { inspect, child } = await withChild({})
  process.kill(child, 'SIGKILL')
  expect(await inspect(await file('good.pdf', good))).toEqual(goodFacts)
  expect(await childrenOf(process.pid)).not.toContain(child)
})

test('closing ends the work at hand and refuses what waits', async () => {
  const { inspect, close } = inspector()
  const paths = [await file('slow.pdf', slow), await file('good.pdf', good)]
  await inspect(await file('first.pdf', good))
  const refused = paths.map((path) => expect(inspect(path)).rejects.toMatchObject({ code: 'unavailable' }))
  await setImmediate()
  await close()
  await Promise.all(refused)
})

/** Until a parent and its child have started and done two seconds of work, of which others take the most on a busy machine. */
const STARTED_MS = 120_000

/** Runs a parent that inspects a file and then has nothing more to do, or dies in the middle. */
function parent(path: string, then: string) {
  const module = join(import.meta.dirname, 'inspect-pdf.ts')
  const script = `
    import { createPdfInspector } from ${JSON.stringify(module)}
    // On a busy machine the file is still being read when the test looks.
    const inspector = createPdfInspector({ timeMs: ${STARTED_MS} })
    const facts = inspector.inspect(${JSON.stringify(path)})
    ${then}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  return promisify(execFile)(process.execPath, args, { timeout: STARTED_MS })
}

test('the child does not keep the portal alive', async () => {
  const path = await file('good.pdf', good)
  const { stdout } = await parent(path, 'console.log(JSON.stringify(await facts))')
  expect(JSON.parse(stdout)).toEqual(goodFacts)
})

test.runIf(linux)(
  'the child ends with the portal, even when that is killed and the child is busy',
  async () => {
    const path = await file('slow.pdf', slow)
    const running = parent(path, 'await facts')
    const busyChild = async () => {
      for (const child of await childrenOf(running.child.pid)) {
        const fields = (await readFile(`/proc/${child}/stat`, 'utf8')).split(' ')
        // Two seconds of work: it has started and is reading.
        if (Number(fields[13]) > 200) return child
      }
      return 0
    }
    await expect.poll(busyChild, { timeout: STARTED_MS }).toBeGreaterThan(0)
    const child = await busyChild()
    const ended = expect(running).rejects.toMatchObject({ signal: 'SIGKILL' })
    running.child.kill('SIGKILL')
    await ended
    await expect.poll(() => isRunning(child)).toBe(false)
  },
)

/** Whether a thread of the process waits for the other end of a pipe (`fs/pipe.c` of Linux). */
async function waitsForAPipe(pid: number) {
  const threads = await readdir(`/proc/${pid}/task`)
  const waitsIn = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/wchan`, 'utf8'))
  return (await Promise.all(waitsIn)).includes('wait_for_partner')
}

test.runIf(linux)(
  'the child ends with the portal, even while the disk that it reads from hangs',
  async () => {
    const path = join(folder, 'hangs.pdf')
    await promisify(execFile)('mkfifo', [path])
    const running = parent(path, 'await facts')
    const waitingChild = async () => {
      const [child = 0] = await childrenOf(running.child.pid)
      return child > 0 && (await waitsForAPipe(child)) ? child : 0
    }
    await expect.poll(waitingChild, { timeout: STARTED_MS }).toBeGreaterThan(0)
    const child = await waitingChild()
    const ended = expect(running).rejects.toMatchObject({ signal: 'SIGKILL' })
    running.child.kill('SIGKILL')
    await ended
    await expect.poll(() => isRunning(child)).toBe(false)
  },
)

test('what waits for its turn when the portal ends waits for nothing more', async () => {
  let waited = 0
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const before = () => {
    waited += 1
    return held
  }
  const { inspect, close } = inspector({ before })
  const path = await file('waits.pdf', good)
  const asked = Promise.allSettled([inspect(path), inspect(path), inspect(path)])
  const closing = close()
  goOn()
  await closing
  const refused = { status: 'rejected', reason: { code: 'unavailable' } }
  expect(await asked).toMatchObject([refused, refused, refused])
  expect(waited).toBe(1)
})
