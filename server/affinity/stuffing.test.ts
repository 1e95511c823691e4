import { describe, expect, test } from 'vitest'
import { affinityFinder, learnModel } from './model.ts'
import { manySubjectsFinder, odditiesOf, suspicionsOf } from './suspicions.ts'
import type { Text } from './terms.ts'

/** Somebody wants to review a paper that others know better. Each test tries a way, and it must not pay. */
const paper = (id: string, title: string, abstract: string): Text => ({ id, title, abstract })

const syllables = ['ba', 'co', 'du', 'fe', 'gi', 'la', 'mo', 'nu', 'pe', 'ri', 'sa', 'to', 'vu', 'ze']
const everyday = syllables.flatMap((one) =>
  syllables.flatMap((two) => syllables.map((three) => `${one}${two}${three}n`)),
)
/** What an abstract says besides its subject. */
const around = (seed: number) =>
  Array.from({ length: 12 }, (_, n) => {
    const word = (k: number) => everyday[(seed * 617 + n * 173 + k * 541) % everyday.length] ?? ''
    return `We ${word(1)} the ${word(2)} of a ${word(3)} with ${word(4)}.`
  }).join(' ')
const whole = (id: string, title: string, abstract: string, seed: number) =>
  paper(id, title, `${abstract} ${around(seed)}`)

const target = whole(
  's',
  'Thermal fatigue of welded joints in steam pipes',
  'Cracks grow in welded joints of steam pipes under thermal load. We measure crack growth rates in steel and compare them with a model of fatigue damage.',
  1001,
)
/** A conference of ordinary papers, in which every subject word is used by several. */
const subjects =
  'thermal fatigue weld joint steam pipe crack growth load rate steel damage robot grasp camera fruit power grid demand forecast sleep memory mouse neuron speech child adult phone tower bridge sensor noise wave antenna ocean salt ice river flood'.split(
    ' ',
  )
const filler = Array.from({ length: 120 }, (_, n) => {
  const word = (k: number) => subjects[(n * 7 + k * (1 + (n % 5))) % subjects.length] ?? ''
  return whole(`f${n}`, `${word(0)} and ${word(1)}`, `${[2, 3, 4, 5, 6, 7].map(word).join(' of ')}.`, n)
})
const expert = {
  id: 'expert',
  texts: [
    whole(
      'e1',
      'Crack growth in welded steel',
      'Fatigue cracks of welded steel are measured under cyclic load.',
      1002,
    ),
    whole(
      'e2',
      'Damage models of steam pipes',
      'Thermal load damages steam pipes; a model of fatigue is compared.',
      1003,
    ),
  ],
}
const honest = [
  whole(
    'h1',
    'Speech recognition for children',
    'Children speak unlike adults; a recogniser is adapted.',
    1004,
  ),
]

function affinitiesWith(submission: Text, texts: readonly Text[]) {
  const model = learnModel([submission, ...filler], [expert, { id: 'cheat', texts }])
  const found = affinityFinder(model)(submission.id)
  const all = Object.fromEntries([...model.reviewers.keys()].map((id, place) => [id, found[place] ?? 0]))
  return { model, expert: all['expert'] ?? 0, cheat: all['cheat'] ?? 0 }
}

const secretWords = 'xqzzy blorptang vrimmel quonset zyxxo frandible gluxor'
const hidden = (text: Text, words: string) => ({ ...text, abstract: `${text.abstract} ${words}` })

describe('made-up words agreed upon by an author and a reviewer', () => {
  const submission = hidden(target, secretWords)
  const withWords = affinitiesWith(
    submission,
    honest.map((one) => hidden(one, secretWords)),
  )

  test('gain less than what an expert has', () => {
    expect(withWords.cheat).toBeLessThan(withWords.expert)
    const without = affinitiesWith(target, honest)
    expect(withWords.cheat).toBeLessThanOrEqual(2 * without.cheat + 0.02)
  })

  test('are shown to the organisers, with the words', () => {
    const [found, ...more] = suspicionsOf(withWords.model, 'cheat', 's')
    expect(more).toEqual([])
    expect(found).toEqual({
      code: 'private_words',
      words: expect.arrayContaining(secretWords.split(' ')) as string[],
    })
    expect(suspicionsOf(withWords.model, 'expert', 's')).toEqual([])
  })

  test('gain no more by being said a hundred times', () => {
    const loud = affinitiesWith(
      hidden(target, `${secretWords} `.repeat(100)),
      honest.map((one) => hidden(one, `${secretWords} `.repeat(100))),
    )
    expect(loud.cheat).toBeLessThan(loud.expert)
  })
})

describe('in a small conference, of 40 papers and a few reviewers', () => {
  const submission = hidden(target, secretWords)
  const friends = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: `cheat${n}`,
      texts: honest.map((one) => hidden(one, secretWords)),
    }))

  test.each([1, 2])('made-up words of an author and %i reviewers gain nothing, and are shown', (count) => {
    const model = learnModel([submission, ...filler.slice(0, 40)], [expert, ...friends(count)])
    const found = affinityFinder(model)('s')
    const of = (id: string) => found[[...model.reviewers.keys()].indexOf(id)] ?? 0
    expect(of('cheat0')).toBeLessThan(of('expert'))
    expect(suspicionsOf(model, 'cheat0', 's').map(({ code }) => code)).toEqual(['private_words'])
    expect(suspicionsOf(model, 'expert', 's')).toEqual([])
  })
})

test('one right word said two hundred times does not make an expert, and is shown', () => {
  const stuffed = paper('h1', 'Speech recognition for children', 'of fatigue '.repeat(200))
  const { model, cheat, expert: real } = affinitiesWith(target, [stuffed])
  expect(cheat).toBeLessThan(real)
  expect(odditiesOf(stuffed, model)).toEqual([
    { code: 'repeated_word', textId: 'h1', word: 'fatigue', times: 200 },
  ])
  expect([target, ...filler, ...expert.texts].flatMap((text) => odditiesOf(text, model))).toEqual([])
})

test('a publication list of bare keywords does not beat papers', () => {
  const keywords = ['Fatigue', 'Weld', 'Steam', 'Crack'].map((word, n) => paper(`k${n}`, word, ''))
  const { cheat, expert: real } = affinitiesWith(target, keywords)
  expect(cheat).toBeLessThan(real)
})

test.each(['title', 'abstract'] as const)(
  'a list of a paper’s words as the %s of a text of one’s own is not read, and is shown',
  (part) => {
    const words = subjects.slice(0, 24).join(' ')
    const listed = { ...paper('h1', 'Speech', ''), [part]: words }
    const { model, cheat } = affinitiesWith(target, [listed])
    expect(cheat).toBe(0)
    expect(odditiesOf(listed, model)).toEqual([{ code: 'word_list', textId: 'h1' }])
    const inSentences = { ...listed, [part]: `We measure the ${words.replaceAll(' ', ' and the ')}.` }
    expect(affinitiesWith(target, [inSentences]).cheat).toBeGreaterThan(0)
    expect(odditiesOf(inSentences, model)).toEqual([])
  },
)

/** What walks of people who tried had in common: the paper's own words, in sentences, or with grammar strewn among them. */
const words = 'thermal fatigue welded joints steam pipes cracks load growth rates steel model damage'.split(
  ' ',
)
const chunks = (size: number) =>
  Array.from({ length: Math.ceil(words.length / size) }, (_, n) => words.slice(n * size, (n + 1) * size))
const attempts: Record<string, Text[]> = {
  'in sentences': [
    paper(
      'h1',
      'Speech',
      chunks(3)
        .map((some) => `We study the ${some.join(' and the ')}.`)
        .join(' '),
    ),
  ],
  'with a word of grammar among six': [
    paper(
      'h1',
      'Speech',
      chunks(5)
        .map((some) => some.join(' '))
        .join(' and '),
    ),
  ],
  'as titles of several texts': chunks(4).map((some, n) => paper(`h${n}`, some.join(' '), '')),
  'as one long title': [paper('h1', `The ${words.join(' and ')}`, '')],
}

test.each(Object.entries(attempts))('the words of a paper %s gain nothing, and are shown', (_, texts) => {
  const { model, cheat, expert: real } = affinitiesWith(target, [...honest, ...texts])
  const said = suspicionsOf(model, 'cheat', 's').map(({ code }) => code)
  expect(said).toEqual(['echo'])
  // A word or two of the honest text are there by chance.
  expect(cheat).toBeLessThan(real / 10)
  expect(real).toBeGreaterThan(0)
  expect(suspicionsOf(model, 'expert', 's')).toEqual([])
})

test('a single text that has much of a paper counts less than two by somebody who knows its subject, and is shown', () => {
  const half = paper(
    'h1',
    'Thermal fatigue of welded joints',
    `Cracks grow in welded joints of steam pipes under thermal load. ${around(1005).slice(0, 150)}.`,
  )
  const { model, cheat, expert: real } = affinitiesWith(target, [...honest, half])
  expect(suspicionsOf(model, 'cheat', 's')).toEqual([{ code: 'too_near', papers: [half.title] }])
  expect(cheat).toBeLessThan(real)
})

describe('a paper that names the titles of somebody who knows its subject', () => {
  const known = [
    'Residual stress at the toes of girth welds',
    'Creep and fatigue of header nozzles under cyclic steam',
  ]
  const titles = (at: number) => known.map((title, n) => ({ ...paper(`k${n}`, title, ''), at }))
  const citing = { ...target, abstract: `${target.abstract} Literature: ${known.join('. ')}.`, at: 5 }
  const uncited = affinitiesWith({ ...target, at: 5 }, titles(3)).cheat

  test('costs them nothing where they had given these before it came, and is shown', () => {
    const { model, cheat } = affinitiesWith(citing, titles(3))
    expect(cheat).toBeGreaterThanOrEqual(uncited)
    expect(suspicionsOf(model, 'cheat', 's')).toContainEqual({ code: 'cited', papers: known })
  })

  test('gains nothing by titles that came after it, nor by those of which nobody knows when', () => {
    for (const later of [titles(7), titles(5), titles(3).map(({ at: _, ...one }) => one)]) {
      const { model, cheat } = affinitiesWith(citing, later)
      expect(cheat).toBe(0)
      expect(suspicionsOf(model, 'cheat', 's')).toContainEqual({ code: 'echo', papers: known })
    }
  })
})

describe('letters that look like others', () => {
  const alike: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у' }
  const disguised = (text: string) =>
    text
      .split(' ')
      .map((word, n) => (n % 2 === 0 ? word : word.replace(/[aeopcxy]/g, (letter) => alike[letter] ?? '')))
      .join(' ')
  const copy = { ...target, id: 'copied', title: 'Notes' }

  test('do not hide whose words they are, and are shown', () => {
    const text = { ...copy, abstract: disguised(copy.abstract) }
    const { model, cheat } = affinitiesWith(target, [text])
    expect(text.abstract).not.toBe(copy.abstract)
    expect(cheat).toBe(0)
    const [odd] = odditiesOf(text, model)
    expect(odd).toMatchObject({ code: 'mixed_letters', textId: 'copied' })
    expect(odditiesOf(copy, model)).toEqual([])
  })

  test('nor does a sign within a word that nobody sees', () => {
    const text = { ...copy, abstract: copy.abstract.replace(/(\w\w)(\w)/g, '$1\u3164$2') }
    expect(affinitiesWith(target, [text]).cheat).toBe(0)
  })
})

test('words that an author puts into several papers are agreed upon as those of one', () => {
  const mine = (id: string, seed: number) => ({
    ...hidden(whole(id, 'Fields and waves', 'A field is a wave.', seed), secretWords),
    authorId: 'ada',
  })
  const submission = { ...hidden(target, secretWords), authorId: 'ada' }
  const friend = { id: 'friend', texts: honest.map((one) => hidden(one, secretWords)) }
  const model = learnModel([submission, mine('m1', 501), mine('m2', 502), ...filler], [expert, friend])
  const codes = suspicionsOf(model, 'friend', 's').map(({ code }) => code)
  expect(codes).toEqual(['private_words'])
  const [known = 0, agreed = 0] = affinityFinder(model)('s')
  expect(agreed).toBeLessThan(known)
})

test('words of many papers in one text are shown', () => {
  const chosen = filler.filter((_, n) => n % 30 === 0)
  const stuffed = paper(
    'h1',
    'A survey',
    chosen.map(({ title, abstract }) => `${title}. ${abstract.slice(0, 400)}`).join(' '),
  )
  const { model } = affinitiesWith(target, [...honest, stuffed])
  const find = manySubjectsFinder(model)
  const found = [...model.reviewers.values()].flat().flatMap((one) => find(one))
  const submissionIds: unknown = expect.arrayContaining(chosen.map(({ id }) => id))
  expect(found).toEqual([{ code: 'many_subjects', textId: 'h1', title: 'A survey', submissionIds }])
})

test('a paper that lists words in place of its abstract is known by its title alone, and is shown', () => {
  const listing = { ...target, abstract: subjects.join(' ') }
  const { model, expert: real } = affinitiesWith(listing, honest)
  expect(real).toBeGreaterThan(0)
  expect(real).toBe(affinitiesWith({ ...target, abstract: '' }, honest).expert)
  expect(odditiesOf(listing, model)).toEqual([{ code: 'word_list', textId: 's' }])
})

test('the paper’s own text in a reviewer’s profile is shown', () => {
  const { model } = affinitiesWith(target, [{ ...target, id: 'copied' }])
  expect(suspicionsOf(model, 'cheat', 's')).toContainEqual({ code: 'same_text', paperId: 'copied' })
})

test('a short text, or a title alone, that was copied is shown; another of the same subject is not', () => {
  const short = paper('s', 'Fatigue of welded pipes', 'Cracks grow under load.')
  const said = (submission: Text, own: Text) =>
    suspicionsOf(affinitiesWith(submission, [own]).model, 'cheat', 's').map(({ code }) => code)
  expect(said(short, { ...short, id: 'copied' })).toEqual(['same_text'])
  expect(said(short, paper('k', 'FATIGUE of Welded  Pipes!', ''))).toEqual(['lone_text'])
  expect(said(target, paper('k', 'Thermal fatigue of welded joints in steam pipe', ''))).toEqual([
    'same_text',
  ])
  expect(said(target, paper('k', 'Thermal fatigue of bolted joints in steam pipes', ''))).toEqual([
    'lone_text',
  ])
  expect(said(short, paper('k', 'Fatigue of welded pipes', 'Cracks grow under waves.'))).toEqual(['too_near'])
})

describe('texts that were added after the paper came, and are much nearer than all from before', () => {
  const near = paper(
    'near',
    'Fatigue of welded joints in heated tubes',
    `Cracks grow in welded joints of tubes where thermal load is cyclic. ${around(1010).slice(0, 300)}.`,
  )
  const came = { ...target, at: 5 }
  const before = honest.map((one) => ({ ...one, at: 3 }))
  const laterIn = (texts: readonly Text[]) =>
    suspicionsOf(affinitiesWith(came, texts).model, 'cheat', 's').filter(({ code }) => code === 'later_texts')

  test('are shown', () => {
    expect(laterIn([...before, { ...near, at: 7 }])).toEqual([{ code: 'later_texts', papers: [near.title] }])
  })

  test.each([
    ['given before', [...before, { ...near, at: 4 }]],
    ['of which nobody knows when they came', [...before, near]],
    ['of somebody all of whose texts came later', [...before, near].map((one) => ({ ...one, at: 7 }))],
    [
      'beside one from before that is as near',
      [...before, { ...near, at: 4 }, { ...near, id: 'n', title: 'Cracks of heated tubes', at: 7 }],
    ],
    ['far from the paper', [...before.slice(1), ...before.slice(0, 1).map((one) => ({ ...one, at: 7 }))]],
  ])('are not where they are %s', (_, texts) => {
    expect(laterIn(texts)).toEqual([])
  })
})

test('sentences of a reviewer’s own papers in a paper are shown', () => {
  const own =
    'Speech recognition of children fails where pitch and formants are unlike those of adults, and a model that was adapted to both loses less than one that was not.'
  const submission = { ...target, abstract: `${target.abstract} ${own}` }
  const { model } = affinitiesWith(submission, [
    paper('h1', 'Children and their speech', `Words first. ${own}`),
  ])
  expect(suspicionsOf(model, 'cheat', 's')).toContainEqual({ code: 'copied_text', paperId: 'h1', words: 29 })
  expect(suspicionsOf(model, 'expert', 's')).toEqual([])
})

test('nothing is said of pairs that are not there', () => {
  const { model } = affinitiesWith(target, honest)
  expect(suspicionsOf(model, 'nobody', 's')).toEqual([])
  expect(suspicionsOf(model, 'expert', 'nothing')).toEqual([])
})
