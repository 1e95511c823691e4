import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * What people are told of a value that does not fit, where its schema has no words of its own: the one place for that,
 * on both sides of the wire: the server has it where it validates, a form loads it when it is checked.
 */
z.config({ customError: (issue) => plainIssue(issue) })

function plainIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return ofType(issue.expected, issue.input)
    case 'too_small':
      return ofBound(issue.origin, Number(issue.minimum), 'least', issue.inclusive !== false)
    case 'too_big':
      return ofBound(issue.origin, Number(issue.maximum), 'most', issue.inclusive !== false)
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written as it should be.'
    case 'invalid_value':
      return ofChoice(issue.values.map(String))
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.join(', ')}.`
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return closestBranch(issue.errors)[0]?.message ?? 'This does not fit.'
    case 'invalid_key':
    case 'invalid_element':
      return 'This does not fit.'
    default:
      return undefined
  }
}

/**
 * Of what speaks against each branch of a union, what speaks against the one that was most likely meant: hardly the empty
 * text that may stand for nothing.
 */
export function closestBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] {
  const isEmptyText = ([first, ...more]: readonly z.core.$ZodIssue[]) =>
    more.length === 0 &&
    first?.code === 'invalid_value' &&
    first.values.length === 1 &&
    first.values[0] === ''
  const sorted = [...branches].sort((a, b) => a.length - b.length)
  return sorted.find((branch) => branch.length > 0 && !isEmptyText(branch)) ?? sorted[0] ?? []
}

function ofType(expected: string, input: unknown): string {
  if (input === undefined || input === null || input === '') return 'This field is required.'
  return types[expected] ?? 'This is not the kind of value that is needed.'
}

const types: Readonly<Record<string, string>> = {
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  string: 'Enter a text.',
  boolean: 'Say yes or no.',
  array: 'A list is needed.',
  object: 'Several fields are needed here.',
  record: 'Several fields are needed here.',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address like name@example.org.',
  url: 'Enter a web address like https://example.org.',
  uuid: 'This is no id.',
  date: 'Enter a day like 2026-12-25.',
  datetime: 'Enter a date and a time.',
}

function ofBound(origin: string, bound: number, which: 'least' | 'most', isIncluded: boolean): string {
  const atLeast = which === 'least'
  if (origin === 'string') {
    if (atLeast && bound <= 1) return 'This field is required.'
    return `Use at ${which} ${bound} ${bound === 1 ? 'character' : 'characters'}.`
  }
  if (origin === 'array' || origin === 'set') {
    if (atLeast) return bound <= 1 ? 'Give at least one.' : `Give at least ${bound}.`
    return `Give at most ${bound}.`
  }
  if (!isIncluded) return `Enter a number ${atLeast ? 'above' : 'below'} ${bound}.`
  return atLeast ? `Enter ${bound} or more.` : `Enter ${bound} or less.`
}

function ofChoice(values: readonly string[]): string {
  const [only] = values
  return values.length === 1
    ? `This must be ${only === '' ? 'empty' : only}.`
    : `Choose one of: ${values.join(', ')}.`
}
