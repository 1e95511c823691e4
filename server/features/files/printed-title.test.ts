import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printedTitle } from './printed-title.ts'
import { readText } from './read-text.ts'
import type { Run } from './visible-text.ts'

/** A stretch of text of a size; each letter is half as wide as it is high. */
const run = (text: string, size: number, y: number, x = 60): Run => {
  return { text, x, y, end: x + 0.5 * size * text.length, size, isVisible: true }
}
const after = (before: Run, text: string, size: number, y = before.y): Run => run(text, size, y, before.end)
const body = [run('Bridges are old, and their welds are older.', 10, 500), run('We measure cracks.', 10, 488)]
const title = run('Fatigue of welded joints', 17, 700)

test('the largest letters are the title, over several lines, up to what is smaller', () => {
  const lines = [title, run('in steel brid-', 17, 680), run('ges', 17, 660), run('Ada Author', 12, 640)]
  expect(printedTitle([...lines, ...body])).toBe('Fatigue of welded joints in steel bridges')
})

test.each<[string, Run[]]>([
  ['all letters are of one size', body],
  [
    'more letters are of the largest size than a title has',
    [run('x'.repeat(299), 12, 700), run('1', 7, 704, 400), run('and on', 12, 688), run('A note', 8, 60)],
  ],
  ['there are no letters', []],
])('there is none where %s', (_, runs) => {
  expect(printedTitle(runs)).toBe(null)
})

test('a drop cap is no title, nor an archive’s stamp along the page’s edge', () => {
  const stamp = { ...run('arXiv:2401.01234v1 [cs.CV] 1 Jan 2024', 20, 200, 20), end: 20 }
  expect(printedTitle([stamp, title, run('B', 30, 480), ...body])).toBe('Fatigue of welded joints')
})

test('small capitals belong to the title', () => {
  const first = run('F', 17, 700)
  const small = after(first, 'ATIGUE OF ', 13.6)
  const second = after(small, 'W', 17)
  const rest = [after(second, 'ELDED', 13.6), run('JOINTS', 13.6, 680), run('Ada Author', 12, 660)]
  expect(printedTitle([first, small, second, ...rest, ...body])).toBe('FATIGUE OF WELDED JOINTS')
})

/** Files that nobody of this project made; not part of the repository, so looked at only where they lie. */
const real = join('..', 'shared', 'fixtures', 'pdfs')
test.skipIf(!existsSync(real)).each([
  ['pdflatex-4-pages.pdf', ''],
  ['minimal-document.pdf', ''],
  ['multicolumn.pdf', 'Two-Column Document with Lorem Ipsum'],
  ['crazyones-pdfa.pdf', 'The Crazy Ones'],
])('of %s the title is %j', async (name, expected) => {
  expect((await readText(join(real, name))).title).toBe(expected)
})
