import { expect, test } from 'vitest'
import { abstractOf } from './abstract-of.ts'

const TEXT = ['Abstract. We measure cracks in bridges', 'over two winters.']
const READ = 'We measure cracks in bridges over two winters.'

test.each([
  'Keywords: bridges',
  '1 Introduction',
  'References',
  'Bibliography',
  'BIBLIOGRAPHY:',
  'Literature',
  'Literature cited',
  'Literatur',
  '5. Literaturverzeichnis',
  'Works cited',
  '[1] Novak, R.: Lasers.',
])('an abstract ends before "%s"', (line) => {
  expect(abstractOf([...TEXT, line, 'Lasers entangle qubits.'], '')).toBe(READ)
})

test('a list of references ends it in the midst of a sentence too', () => {
  const lines = [...TEXT.slice(0, 1), '[1] Novak, R.: Lasers.', '[2] Weber, K.: Qubits.']
  expect(abstractOf(lines, '')).toBe('We measure cracks in bridges')
})

test.each(['Literature on bridges says little.', 'Bibliography of bridges is sparse.', 'in work such as'])(
  'an abstract goes on with "%s"',
  (line) => {
    expect(abstractOf([...TEXT, line], '')).toBe(`${READ} ${line}`)
  },
)

test('a citation at the beginning of a line is no list', () => {
  expect(abstractOf(['Abstract. We follow', '[1] Wherever it goes.'], '')).toBe(
    'We follow [1] Wherever it goes.',
  )
})
