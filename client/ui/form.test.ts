import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkForm, summarise } from './form.ts'

const schema = z.object({
  name: z.string().trim().min(1, 'Fill in.'),
  mail: z.string().min(1, 'Fill in.').min(8, 'Too short.'),
})

test('values that fit come back parsed', async () => {
  expect(await checkForm(schema, { name: ' A ', mail: '12345678' })).toEqual({
    parsed: { name: 'A', mail: '12345678' },
  })
})

test('each field has its first problem, in the order of the form', async () => {
  expect(await checkForm(schema, { mail: '', name: '' })).toEqual({
    problems: [
      { field: 'mail', message: 'Fill in.' },
      { field: 'name', message: 'Fill in.' },
    ],
  })
  expect(await checkForm(schema, { name: 'A', mail: '123' })).toEqual({
    problems: [{ field: 'mail', message: 'Too short.' }],
  })
})

test('a problem of the whole has no field', async () => {
  const whole = schema.refine(() => false, 'Together they are wrong.')
  expect(await checkForm(whole, { name: 'A', mail: '12345678' })).toEqual({
    problems: [{ message: 'Together they are wrong.' }],
  })
})

test('the same words are listed once, at the first field that has them', () => {
  expect(
    summarise([
      { field: 'a', message: 'Fill in.' },
      { field: 'b', message: 'Fill in.' },
      { field: 'c', message: 'Too short.' },
    ]),
  ).toEqual([
    { field: 'a', message: 'Fill in.' },
    { field: 'c', message: 'Too short.' },
  ])
})
