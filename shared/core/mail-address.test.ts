import { expect, test } from 'vitest'
import { email, emailOrNone } from './text.ts'

test('a domain is given in the letters of mail servers, and what stands before the @ as it was typed', () => {
  const read = [
    'Anna@Bücher.example',
    'anna@пример.рф',
    'x@例え。テスト',
    'A.B+c@North.Example',
    'a@xn--e1afmkfd.xn--p1ai',
  ]
  expect(read.map((given) => email.parse(given))).toEqual([
    'Anna@xn--bcher-kva.example',
    'anna@xn--e1afmkfd.xn--p1ai',
    'x@xn--r8jz45g.xn--zckzah',
    'A.B+c@North.Example',
    'a@xn--e1afmkfd.xn--p1ai',
  ])
})

test('an address that may be left out says what is wrong with it too', () => {
  const said = (given: string) => emailOrNone.safeParse(given).error?.issues.map(({ message }) => message)
  expect([said(''), said('anna@bücher.example'), said('anna@'), said('änna@north.example')]).toEqual([
    undefined,
    undefined,
    ['Enter an e-mail address like name@example.org.'],
    ['Before the @, letters like ü or и are not supported. Use an address with the letters a to z there.'],
  ])
})
