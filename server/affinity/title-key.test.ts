import { expect, test } from 'vitest'
import { titleKey, withoutListMark } from './title-key.ts'

test.each(['1. ', '12) ', '(3) ', '[2] ', '[2]', '- ', '• ', '– ', '* ', ' 1.\t'])(
  '"%s" is a mark of a list',
  (mark) => {
    expect(withoutListMark(`${mark}Wind at sea`)).toBe('Wind at sea')
    expect(titleKey(`${mark}Wind at sea`)).toBe(titleKey('WIND, at Sea'))
  },
)

test.each([
  '3D printing',
  '2001: a year',
  '2001. A year',
  '10,000 cycles',
  '1.5 degrees',
  '-omics of wind',
  '5 G at sea',
  '(1,2)-graphs',
  '1.',
])('the title "%s" keeps what it begins with', (title) => {
  expect(withoutListMark(title)).toBe(title)
})
