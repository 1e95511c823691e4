import { expect, test } from 'vitest'
import { inviteesIn } from './invitees.ts'

test('reads an address a line, with the name before or after it', () => {
  const pasted = 'rita@uni.example\nRita Ruiz <rita@b.example>\n\n"Bo, Li" li@c.example; d@d.example, Dee'
  expect(inviteesIn(pasted).people).toEqual([
    { email: 'rita@uni.example' },
    { email: 'rita@b.example', name: 'Rita Ruiz' },
    { email: 'li@c.example', name: 'Bo Li' },
    { email: 'd@d.example', name: 'Dee' },
  ])
})

test('the conference’s topics are topics, in any case and place; several people may share a line', () => {
  const pasted = 'Rita Ruiz\trita@b.example\tbridges\tFire\na@a.example, b@b.example; Tunnels, Bo'
  expect(inviteesIn(pasted, ['Bridges', 'Fire', 'Tunnels']).people).toEqual([
    { email: 'rita@b.example', name: 'Rita Ruiz', topics: ['Bridges', 'Fire'] },
    { email: 'a@a.example' },
    { email: 'b@b.example', name: 'Bo', topics: ['Tunnels'] },
  ])
})

test('lines that are wrong are told with number and text, and keep nobody else from being invited', () => {
  const pasted = 'a@a.example\n\nnot an address\nrita@nowhere, Rita\n b@b.example '
  expect(inviteesIn(pasted)).toEqual({
    people: [{ email: 'a@a.example' }, { email: 'b@b.example' }],
    bad: [
      { line: 3, text: 'not an address', why: 'Enter an e-mail address like name@example.org.' },
      { line: 4, text: 'rita@nowhere, Rita', why: 'Enter an e-mail address like name@example.org.' },
    ],
  })
})
