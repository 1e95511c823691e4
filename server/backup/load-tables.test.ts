import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf } from './load-tables.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Longer than what is unpacked at once, and each letter of several bytes. */
const long = 'ü\u2029応🏗'.repeat(20_000)

test.each([
  ['', []],
  ['one\n', ['one']],
  ['\n\ntwo\n', ['', '', 'two']],
  [
    'one\u2028of\u2029several\u0085lines\rof text\nand another\n',
    ['one\u2028of\u2029several\u0085lines\rof text', 'and another'],
  ],
  [`${long}\n${long}\nshort\n`, [long, long, 'short']],
  ['one\ncut off', ['one', 'cut off']],
])('a line ends at a line feed and at nothing else (%#)', async (text, lines) => {
  const path = join(folder, 'rows.ndjson.gz')
  await writeFile(path, gzipSync(text))
  const read: string[] = []
  for await (const line of linesOf(path)) read.push(line)
  expect(read).toEqual(lines)
})
