import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makePdf } from '#tests/factories.ts'
import { openPdfReaders } from './pdf-readers.ts'

afterEach(() => void vi.useRealTimers())

const inspectors = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('pdf-inspector'))
    .map((line) => Number.parseInt(line, 10))

test.runIf(process.platform === 'linux')(
  'where others keep the processor no copy is made now, which is not that none can be',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-readers-'))
    // Those of other tests in this process are left alone.
    const others = inspectors()
    const readers = openPdfReaders()
    try {
      const [path, to] = [join(folder, 'paper.pdf'), join(folder, 'copy.pdf')]
      await writeFile(path, await makePdf())
      const { cleaner } = readers
      expect(await cleaner.copyClean(path, to)).toEqual({ ok: true })
      for (const pid of inspectors()) if (!others.includes(pid)) process.kill(pid, 'SIGSTOP')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      const waiting = expect(cleaner.copyClean(path, to)).rejects.toMatchObject({ code: 'unavailable' })
      await vi.advanceTimersByTimeAsync(101_000)
      await waiting
      vi.useRealTimers()
      expect(await cleaner.copyClean(path, to)).toEqual({ ok: true })
    } finally {
      await readers.close()
      await rm(folder, { recursive: true })
    }
  },
)

test.runIf(process.platform === 'linux')(
  'where others keep the processor a file that arrives is asked to come again, and is not refused for good',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-readers-'))
    const others = inspectors()
    const readers = openPdfReaders()
    try {
      const path = join(folder, 'paper.pdf')
      await writeFile(path, await makePdf())
      const { inspector } = readers
      const facts = await inspector.inspect(path)
      for (const pid of inspectors()) if (!others.includes(pid)) process.kill(pid, 'SIGSTOP')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      const waiting = expect(inspector.inspect(path)).rejects.toMatchObject({ code: 'unavailable' })
      await vi.advanceTimersByTimeAsync(31_000)
      await waiting
      vi.useRealTimers()
      expect(await inspector.inspect(path)).toEqual(facts)
    } finally {
      await readers.close()
      await rm(folder, { recursive: true })
    }
  },
)
