import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordChanges } from './word-changes.ts'

test('a changed word went and came, the rest stayed', async () => {
  expect(await wordChanges('The proof is sound.', 'The proof is not sound.')).toEqual([
    { kind: 'same', text: 'The proof is ' },
    { kind: 'new', text: 'not ' },
    { kind: 'same', text: 'sound.' },
  ])
})

test('two texts with little in common are not compared word by word', async () => {
  const [before, after] = [
    'Compare with the measurements of other groups.',
    'A careful and useful paper. Extend section 3.',
  ]
  expect(await wordChanges(before, after)).toBeUndefined()
  expect(await wordChanges('', '')).toEqual([])
})

test('without what came it is the text before, without what went the text after', async () => {
  const words = fc
    .array(fc.constantFrom('the', 'bridge', 'über', '\n', ' ', '  ', '12.5', ',', '梁'), { maxLength: 30 })
    .map((parts) => parts.join(' '))
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const changes = await wordChanges(before, after)
      if (changes === undefined) return
      const without = (kind: string) =>
        changes
          .filter((one) => one.kind !== kind)
          .map((one) => one.text)
          .join('')
      expect([without('new'), without('gone')]).toEqual([before, after])
    }),
  )
})
