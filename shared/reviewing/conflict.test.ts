import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConflictFacts, conflictOf, conflictsOf, type Writer } from './conflict.ts'
import { type Known, meetingKeys, signsOf } from './signs.ts'

const isPublicDomain = (domain: string) => ['gmail.com', 'yahoo.co.uk'].includes(domain)
const signs = (known: Partial<Known>) =>
  signsOf(
    { id: null, names: [], addresses: [], unsure: [], orcids: [], organizations: [], ...known },
    isPublicDomain,
  )

const rita = {
  id: 'r',
  names: ['Rita Ruiz'],
  addresses: ['rita@south.example'],
  orcids: ['0000-0001'],
  organizations: ['Institute of the South'],
}
const ada: Partial<Known> = {
  id: 'a',
  names: ['Ada Adams'],
  addresses: ['ada@north.example'],
  organizations: ['University of the North'],
}
const author = (known: Partial<Known>): Writer => ({ signs: signs(known), name: 'Ada', part: 'author' })
const coAuthor = (known: Partial<Known>): Writer => ({
  signs: signs(known),
  name: 'Bob Brown',
  part: 'co-author',
})

const found = ({
  reviewer = rita,
  writers = [author(ada)],
  ...more
}: Partial<Omit<ConflictFacts, 'reviewer'>> & {
  reviewer?: Partial<Known>
} = {}) => conflictOf({ reviewer: signs(reviewer), writers, declared: null, wroteWith: new Map(), ...more })
const withCoAuthor = (known: Partial<Known>) => found({ writers: [author(ada), coAuthor(known)] })

test('strangers have no conflict', () => {
  expect(found()).toBeNull()
})

test.each<[string, ReturnType<typeof found>, string, string]>([
  [
    'one’s own paper',
    found({ writers: [author({ id: 'r' })] }),
    'forbids',
    'This is the reviewer’s own paper.',
  ],
  [
    'their own paper under another account, by an address of both',
    found({ writers: [author({ ...ada, addresses: ['x@north.example', 'RITA+conf@south.example'] })] }),
    'forbids',
    'This is the reviewer’s own paper: both have the address RITA+conf@south.example.',
  ],
  [
    'their own paper under another account, by ORCID iD',
    found({ writers: [author({ ...ada, orcids: ['0000-0001'] })] }),
    'takes_reason',
    'Reviewer and author have the same ORCID iD, 0000-0001.',
  ],
  [
    'a co-author by an address that they never confirmed',
    found({
      reviewer: { ...rita, unsure: ['rita.ruiz@gmail.com'] },
      writers: [author(ada), coAuthor({ addresses: ['RitaRuiz@googlemail.com'] })],
    }),
    'takes_reason',
    'The reviewer asked for the address RitaRuiz@googlemail.com of co-author Bob Brown, or had it before.',
  ],
  [
    'an author who asked for an address of theirs',
    found({ writers: [author({ ...ada, unsure: ['rita+z@south.example'] })] }),
    'takes_reason',
    'Author asked for the reviewer’s address rita+z@south.example, or had it before.',
  ],
  [
    'a co-author by ORCID iD',
    withCoAuthor({ orcids: ['0000-0001'] }),
    'takes_reason',
    'Reviewer and co-author Bob Brown have the same ORCID iD, 0000-0001.',
  ],
  [
    'a co-author by an address that they have shown to be theirs, graver than an ORCID iD',
    found({
      reviewer: { ...rita, addresses: ['rita@south.example', 'rita.ruiz@gmail.com'] },
      writers: [
        author({ ...ada, orcids: ['0000-0001'] }),
        coAuthor({ addresses: ['RitaRuiz@googlemail.com'] }),
      ],
    }),
    'forbids',
    'The reviewer is a co-author: both have the address RitaRuiz@googlemail.com.',
  ],
  [
    'a declared conflict, graver than the organisation',
    found({ reviewer: { ...rita, organizations: ['University of the North'] }, declared: 'my student' }),
    'forbids',
    'The reviewer declared a conflict: my student',
  ],
  [
    'somebody with whom they wrote another paper',
    found({ wroteWith: new Map([['ada@north.example', 'P26-0002-X']]) }),
    'takes_reason',
    'Reviewer and author wrote P26-0002-X together.',
  ],
  [
    'the organisation of a co-author',
    withCoAuthor({ organizations: ['institute OF THE south.'] }),
    'takes_reason',
    'Reviewer and co-author Bob Brown are both of Institute of the South.',
  ],
  [
    'the mail domain of a co-author',
    withCoAuthor({ addresses: ['bob@lab.south.example'] }),
    'takes_reason',
    'Reviewer and co-author Bob Brown share the mail domain south.example.',
  ],
  [
    'the same name, in another order',
    withCoAuthor({ names: ['RUÍZ, Rita'] }),
    'warns',
    'Reviewer and co-author have the same name, RUÍZ, Rita; nothing else says that they are one person.',
  ],
])('%s', (_, conflict, weight, reason) => {
  expect(conflict).toEqual({ reason, weight })
})

test.each([
  [' university  of the NORTH. ', 'University of the North', true],
  ['École Polytechnique', 'Ecole polytechnique', true],
  ['MIT', 'Massachusetts Institute of Technology (MIT)', true],
  ['School of Physics, University of Leeds', 'University of Leeds', true],
  ['School of Physics, University of Leeds', 'School of Physics, University of York', false],
  ['', '', false],
  ['Independent researcher', 'independent researcher', false],
])('“%s” and “%s” are one organisation: %s', (a, b, same) => {
  const conflict = found({
    reviewer: { organizations: [a] },
    writers: [author({ organizations: [b] })],
  })
  expect(conflict !== null).toBe(same)
})

test.each([
  ['r@cs.uni.example', 'a@UNI.example', true],
  ['r@cs.uni.example', 'a@maths.uni.example', true],
  ['r@cs.leeds.ac.uk', 'a@leeds.ac.uk', true],
  ['r@leeds.ac.uk', 'a@york.ac.uk', false],
  ['r@notuni.example', 'a@uni.example', false],
  ['r@gmail.com', 'a@gmail.com', false],
  ['r@yahoo.co.uk', 'a@yahoo.co.uk', false],
  ['deleted-1@deleted.invalid', 'deleted-2@deleted.invalid', false],
])('%s and %s share a domain of their own: %s', (a, b, same) => {
  const conflict = found({ reviewer: { addresses: [a] }, writers: [author({ addresses: [b] })] })
  expect(conflict !== null).toBe(same)
})

test('a conflict is known again however it is spelled, and another rule or writer is another one', () => {
  const all = (reviewer: Partial<Known>, ...writers: Writer[]) =>
    [...conflictsOf({ reviewer: signs(reviewer), writers, declared: null, wroteWith: new Map() })].map(
      ({ weight, key }) => [weight, key],
    )
  const north = { organizations: ['North'], addresses: ['r@cs.north.example'] }
  const bob = { addresses: ['bob@east.example'], organizations: ['NORTH.'] }
  expect(all(north, author({ ...ada, organizations: ['north'] }), coAuthor(bob))).toEqual([
    ['takes_reason', 'organization a'],
    ['takes_reason', 'organization bob@east.example'],
    ['takes_reason', 'domain a'],
  ])
})

const some = (...values: string[]) => fc.subarray(values)
const anybody = fc.record({
  id: fc.constantFrom(null, 'a', 'b', 'c'),
  names: some('Rita Ruiz', 'Ruiz, Rita', 'Ada Adams', 'Rita'),
  addresses: some(
    'r.r@gmail.com',
    'rr+x@googlemail.com',
    'a@cs.north.example',
    'b@north.example',
    'c@south.example',
  ),
  unsure: some('c@south.example', 'd@west.example', 'e@east.example'),
  orcids: some('0000-0001', '0000-0002'),
  organizations: some('North', 'School of Y, North', 'MIT', 'Massachusetts Institute (MIT)', 'none'),
})

test('whoever has a conflict meets a writer by one of the keys, so that only those need be asked about', () => {
  let conflicts = 0
  fc.assert(
    fc.property(anybody, fc.array(anybody, { minLength: 1, maxLength: 3 }), (reviewer, writers) => {
      const conflict = found({ reviewer, writers: writers.map(coAuthor) })
      if (conflict === null) return
      conflicts += 1
      const own = meetingKeys(signs(reviewer))
      const theirs = new Set(writers.flatMap((writer) => meetingKeys(signs(writer))))
      expect(own.some((key) => theirs.has(key))).toBe(true)
    }),
  )
  expect(conflicts).toBeGreaterThan(10)
})
