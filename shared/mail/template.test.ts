import { expect, test } from 'vitest'
import { filled, type Placeholders, paragraphsIn, problemsIn } from './template.ts'

const placeholders = {
  name: { about: 'the name', sample: 'Ada', kind: 'line' },
  paperId: { about: 'the Paper ID', sample: 'P26-0007-I', kind: 'line' },
  comments: { about: 'the comments', sample: 'Good.', kind: 'text', optional: true },
  pin: { about: 'the PIN', sample: '1', kind: 'secret', required: true },
} satisfies Placeholders
const good = { subject: '{paperId}: read this', body: 'Dear {name},\n\nPIN: {pin}', button: 'Open' }

test('a text with known placeholders in their places has no problem', () => {
  expect(problemsIn(good, placeholders)).toEqual([])
})

test('a brace that is no placeholder’s is named: not closed, not opened, or around something else', () => {
  const bodyProblems = (body: string) =>
    problemsIn({ ...good, body: `{pin} ${body}` }, placeholders).map(({ field, message }) => {
      expect(field).toBe('body')
      return message
    })
  expect(bodyProblems('Dear {name')).toEqual(['{name is not closed: a placeholder ends with }.'])
  expect(bodyProblems('Dear {name, read {paperId}\n}')).toEqual([
    '{name is not closed: a placeholder ends with }.',
    '} is not opened: a placeholder begins with {.',
  ])
  expect(bodyProblems('Dear name} and {{name}}')).toEqual([
    'name} is not opened: a placeholder begins with {.',
    '{ is not closed: a placeholder ends with }.',
    '} is not opened: a placeholder begins with {.',
  ])
  expect(bodyProblems('{} { } {9} {no-name} {name }')).toEqual(
    ['{}', '{ }', '{9}', '{no-name}', '{name }'].map(
      (piece) => `${piece} is no placeholder of this message.`,
    ),
  )
  const elsewhere = problemsIn({ ...good, subject: '{paperId', button: 'Open}' }, placeholders)
  expect(elsewhere).toEqual([
    { field: 'subject', message: '{paperId is not closed: a placeholder ends with }.' },
    { field: 'button', message: 'Open} is not opened: a placeholder begins with {.' },
  ])
  expect(bodyProblems(`${'x'.repeat(20_000)} ${'{'.repeat(20_000)}`)).toHaveLength(1)
})

test('unknown, missing and misplaced placeholders are named, each at its field', () => {
  const text = {
    subject: '{paperid} {comments} {pin}',
    body: '{toString} {__proto__} {x} {x}',
    button: '{pin}',
  }
  expect(problemsIn(text, placeholders)).toEqual([
    { field: 'subject', message: '{paperid} is no placeholder of this message.' },
    { field: 'subject', message: '{comments} can stand in the text only.' },
    { field: 'subject', message: '{pin} can stand in the text only.' },
    { field: 'body', message: '{toString} is no placeholder of this message.' },
    { field: 'body', message: '{__proto__} is no placeholder of this message.' },
    { field: 'body', message: '{x} is no placeholder of this message.' },
    { field: 'body', message: '{pin} is missing: the PIN.' },
    { field: 'button', message: '{pin} can stand in the text only.' },
  ])
})

test('a paragraph about nothing is left out, and what people typed is not read again', () => {
  const body = 'Dear {name},\n \nComments: {comments}\n\n\n\nBye.'
  const paragraphs = (comments: string) => paragraphsIn(body, { name: 'Ada', comments }, placeholders)
  expect(paragraphs(' ')).toEqual(['Dear {name},', 'Bye.'])
  expect(paragraphs('{pin}')).toEqual(['Dear {name},', 'Comments: {comments}', 'Bye.'])
  expect(filled('Comments: {comments}', () => '{pin} $& $1')).toBe('Comments: {pin} $& $1')
})
