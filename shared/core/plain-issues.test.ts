import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkForm } from '#client/ui/form.ts'
import './plain-issues.ts'

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

test.each([
  [z.number().int().min(1), 0, 'Enter 1 or more.'],
  [z.number().max(9), 10, 'Enter 9 or less.'],
  [z.number().positive(), 0, 'Enter a number above 0.'],
  [z.number(), Number.NaN, 'Enter a number.'],
  [z.number().int(), 1.5, 'Enter a whole number.'],
  [z.number(), undefined, 'This field is required.'],
  [z.string(), 7, 'Enter a text.'],
  [z.string().min(1), '', 'This field is required.'],
  [z.string().min(3), 'x', 'Use at least 3 characters.'],
  [z.string().max(1), 'xy', 'Use at most 1 character.'],
  [z.array(z.string()).min(1), [], 'Give at least one.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Give at most 2.'],
  [z.literal('DECLINE'), 'x', 'This must be DECLINE.'],
  [z.enum(['single', 'double']), 'x', 'Choose one of: single, double.'],
  [z.boolean(), 'x', 'Say yes or no.'],
  [z.uuid(), 'x', 'This is no id.'],
  [z.iso.datetime({ offset: true }), 'x', 'Enter a date and a time.'],
  [z.union([z.literal(''), z.url()]), 'x', 'Enter a web address like https://example.org.'],
  [z.union([z.literal(''), z.string().regex(/^\d$/, 'One digit.')]), 'x', 'One digit.'],
  [z.strictObject({}), { a: 1 }, 'Not known here: a.'],
  [z.number('Enter days like 7, 2.'), 'x', 'Enter days like 7, 2.'],
])('what does not fit is said plainly (%#)', (schema, value, message) => {
  expect(said(schema, value)).toEqual([message])
})

test('forms say the same', async () => {
  const schema = z.object({ reviewsPerPaper: z.number().min(1), website: z.union([z.literal(''), z.url()]) })
  expect(await checkForm(schema, { reviewsPerPaper: 0, website: 'x' })).toEqual({
    problems: [
      { field: 'reviewsPerPaper', message: 'Enter 1 or more.' },
      { field: 'website', message: 'Enter a web address like https://example.org.' },
    ],
  })
})
