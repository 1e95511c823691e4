import { expect, test } from 'vitest'
import { answerKept, forgetAnswers, keepAnswer } from './kept-answers.ts'

test('sixty answers are kept, the oldest go; a long one and one without a tag are not', () => {
  forgetAnswers()
  for (let nth = 0; nth <= 60; nth += 1) keepAnswer(`/${nth}`, 'W/"a"', 'text')
  expect([answerKept('/0'), answerKept('/1'), answerKept('/60')]).toEqual([
    undefined,
    { tag: 'W/"a"', text: 'text' },
    { tag: 'W/"a"', text: 'text' },
  ])
  // A later answer stands for the earlier one, and one that cannot be kept ends it.
  keepAnswer('/1', 'W/"b"', 'newer')
  expect(answerKept('/1')).toEqual({ tag: 'W/"b"', text: 'newer' })
  keepAnswer('/1', 'W/"c"', 'x'.repeat(200_001))
  keepAnswer('/2', null, 'text')
  expect([answerKept('/1'), answerKept('/2')]).toEqual([undefined, undefined])
})
