import { expect, test } from 'vitest'
import { isOrcid, orcid, orcidOf } from './orcid.ts'

// Published by ORCID itself: support.orcid.org, "Structure of the ORCID Identifier", and its fictional researchers.
const real = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X', '0000-0003-1415-9269']

test.each(real)('%s is an ORCID iD, however it is pasted', (id) => {
  expect(isOrcid(id)).toBe(true)
  for (const pasted of [
    id,
    ` ${id.toLowerCase()} `,
    id.replaceAll('-', ''),
    id.replaceAll('-', '–'),
    `https://orcid.org/${id}`,
    `orcid.org/${id.replaceAll('-', '')}`,
  ]) {
    expect(orcid.parse(pasted)).toBe(id)
  }
})

test('one wrong digit, and two neighbours that changed places, are found', () => {
  const [id = ''] = real
  const digits = id.replaceAll('-', '')
  for (let at = 0; at < 15; at += 1) {
    const before = digits.slice(0, at)
    const [one = '', two = ''] = digits.slice(at)
    const wrong = `${before}${(Number(one) + 1) % 10}${digits.slice(at + 1)}`
    expect(orcid.safeParse(wrong).success).toBe(false)
    const swapped = `${before}${two}${one}${digits.slice(at + 2)}`
    expect(orcid.safeParse(swapped).success).toBe(one === two)
  }
})

test('nothing is allowed, anything else is refused', () => {
  expect(orcid.parse('  ')).toBe('')
  for (const wrong of [
    '0000-0002-1825',
    'X000-0002-1825-0097',
    'Ada',
    'https://example.org/0000-0002-1825-0097',
  ]) {
    expect(orcid.safeParse(wrong).success).toBe(false)
  }
  expect(orcidOf('000000021825009')).toBe('0000-0002-1825-0097')
})
