import { expect, test } from 'vitest'
import { namePartsOf } from './name-parts.ts'

const email = 'ada@north.example'

test('a name is parted before its last word; one word is the first name', () => {
  expect(namePartsOf({ name: 'Ada Author', email })).toEqual({ firstName: 'Ada', lastName: 'Author' })
  expect(namePartsOf({ name: ' María  José Luna ', email })).toEqual({
    firstName: 'María José',
    lastName: 'Luna',
  })
  expect(namePartsOf({ name: 'Suharto', email })).toEqual({ firstName: 'Suharto', lastName: '' })
  expect(namePartsOf({ name: '', email })).toEqual({ firstName: '', lastName: '' })
})

test('what was made of the address is no name', () => {
  expect(namePartsOf({ name: 'ada', email })).toEqual({ firstName: '', lastName: '' })
})
