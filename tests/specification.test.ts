import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

/** The titles of the tests in each browser test file, by the file's name without its ending. */
const titles = new Map(
  ['tests/screens', 'tests/journeys'].flatMap((folder) =>
    filesIn(folder).map((path) => {
      const found = readFileSync(path, 'utf8').matchAll(/\btest\(\s*(['`])(.*?)\1\s*,/gs)
      return [basename(path).replace(/\.(screen|journey)\.ts$/, ''), [...found].map((one) => one[2])] as const
    }),
  ),
)

const lines = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence'))

test('every sentence of the specification names a test that exists', () => {
  expect(lines.length).toBeGreaterThan(100)
  const missing = lines.flatMap((line) => {
    const proofs = [...line.matchAll(/`([\w-]+)` › (.*?)(?=<br>| \|$)/g)]
    if (proofs.length === 0) return [line]
    return proofs.flatMap(([whole, file, title]) =>
      titles.get(file ?? '')?.includes(title) === true ? [] : [whole],
    )
  })
  expect(missing).toEqual([])
})

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(screen|journey)\.ts$/.test(name))
    .map((name) => join(folder, name))
}
