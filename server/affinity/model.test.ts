import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { affinityOf, aggregations } from './aggregate.ts'
import { explain, sentenceOf } from './explain.ts'
import { affinityFinder, learnModel } from './model.ts'
import { plainTfIdf } from './recipe.ts'
import type { Text } from './terms.ts'

const paper = (id: string, title: string, abstract = ''): Text => ({ id, title, abstract })

const submissions = [
  paper('s-fatigue', 'Thermal fatigue of welded joints', 'Cracks grow in welded joints under thermal load.'),
  paper('s-robots', 'Grasp planning for soft robots', 'A gripper learns where to grasp.'),
]
const reviewers = [
  {
    id: 'rita',
    texts: [
      paper('r1', 'Crack growth in welds', 'Thermal fatigue is measured in welded steel.'),
      paper('r2', 'Thermal fatigue tests', 'Load cycles of a furnace.'),
    ],
  },
  { id: 'omar', texts: [paper('o1', 'Soft grippers', 'Robots that grasp fruit without planning.')] },
  { id: 'newcomer', texts: [] },
]

const affinities = (model: ReturnType<typeof learnModel>, submission: string) => {
  const found = affinityFinder(model)(submission)
  return Object.fromEntries([...model.reviewers.keys()].map((id, place) => [id, found[place]]))
}

describe('affinity', () => {
  const model = learnModel(submissions, reviewers)

  test('who wrote on a subject is nearest to it; who wrote nothing has none', () => {
    const fatigue = affinities(model, 's-fatigue')
    const robots = affinities(model, 's-robots')
    expect(fatigue['rita']).toBeGreaterThan(fatigue['omar'] ?? 1)
    expect(robots['omar']).toBeGreaterThan(robots['rita'] ?? 1)
    expect(fatigue['newcomer']).toBe(0)
  })

  test('an unknown submission has affinity to nobody', () => {
    expect(affinities(model, 'nowhere')).toEqual({ newcomer: 0, omar: 0, rita: 0 })
  })

  test('does not depend on the order in which texts are given', () => {
    const turned = reviewers.map(({ id, texts }) => ({ id, texts: texts.toReversed() })).toReversed()
    const other = learnModel(submissions.toReversed(), turned)
    expect(affinities(other, 's-fatigue')).toEqual(affinities(model, 's-fatigue'))
  })

  test('the same paper pasted many times counts once', () => {
    const [rita, ...others] = reviewers
    const again = Array.from({ length: 30 }, (_, n) =>
      paper(`x${n}`, ' crack growth in WELDS! ', 'other words'),
    )
    const model2 = learnModel(submissions, [
      { id: 'rita', texts: [...(rita?.texts ?? []), ...again] },
      ...others,
    ])
    expect(affinities(model2, 's-fatigue')).toEqual(affinities(model, 's-fatigue'))
    const numbered = again.map((text, nth) => ({ ...text, title: `${nth + 1}. ${text.title}` }))
    const model3 = learnModel(submissions, [
      { id: 'rita', texts: [...(rita?.texts ?? []), ...numbered] },
      ...others,
    ])
    expect(affinities(model3, 's-fatigue')).toEqual(affinities(model, 's-fatigue'))
  })

  test('a reviewer who wrote the submission word for word has 1, in the plain model', () => {
    const own = learnModel(submissions, [{ id: 'author', texts: submissions.slice(0, 1) }], plainTfIdf)
    expect(affinities(own, 's-fatigue')['author']).toBeCloseTo(1, 10)
  })

  test('always lies between 0 and 1, whatever the texts', () => {
    const words = fc
      .array(fc.constantFrom('weld', 'crack', 'robot', 'the', 'xq', 'ü', ''))
      .map((all) => all.join(' '))
    const texts = fc.array(fc.record({ title: words, abstract: words }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), texts, (people, papers) => {
        const made = learnModel(
          papers.map((one, n) => ({ id: `s${n}`, ...one })),
          people.map((own, r) => ({ id: `r${r}`, texts: own.map((one, n) => ({ id: `p${n}`, ...one })) })),
        )
        const finder = affinityFinder(made)
        for (const id of made.submissions.keys()) {
          for (const one of finder(id)) expect(one >= 0 && one <= 1).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the explanation of a pair', () => {
  const model = learnModel(submissions, reviewers)

  test('names what the figure is made of, and is of the same figure', () => {
    const why = explain(model, 'rita', 's-fatigue')
    expect(why?.affinity).toBeCloseTo(affinities(model, 's-fatigue')['rita'] ?? -1, 10)
    expect(why?.of).toBe(2)
    expect(why?.papers.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(why?.terms[0]).toMatchObject({ term: 'thermal fatigue', papers: 2 })
    expect(why === null ? '' : sentenceOf(why)).toMatch(
      /^“thermal fatigue” in 2 of 2 papers, .*nearest: Crack growth in welds\.$/,
    )
  })

  test('never leaves out the strongest term for a weak phrase, and says no phrase across sentences', () => {
    const LONG =
      'Pipes of old plants were opened, looked at, weighed by hand, closed and opened again in spring.'
    const own = Array.from({ length: 26 }, (_, n) =>
      paper(`f${n}`, `Fatigue ${String.fromCharCode(97 + n)}x`, 'Fatigue again.'),
    )
    const known = learnModel(
      [
        paper(
          's',
          'Fatigue',
          'We measured fatigue. Thermal fatigue is one. It ends in fatigue. Robots follow it.',
        ),
        ...Array.from({ length: 30 }, (_, n) =>
          paper(`o${n}`, `Other${n} words`, ['Fatigue.', 'Thermal.', 'Robots.'][n % 3] ?? ''),
        ),
      ],
      [
        {
          id: 'rita',
          texts: [...own, paper('t', 'Thermal fatigue', LONG), paper('u', 'Of fatigue robots', '')],
        },
      ],
    )
    const why = explain(known, 'rita', 's')
    expect(why?.terms.map(({ term }) => term)).toEqual(['fatigue', 'robots', 'thermal'])
    expect(why && sentenceOf(why)).toMatch(/^“fatigue” in 28 of 28 papers, “robots” in 1, “thermal” in 1; /)
  })

  test('says a word of the strongest term, whatever the texts', () => {
    const words = fc
      .array(fc.constantFrom('weld', 'crack', 'robots', 'the', 'fatigue', 'load', '.'), { maxLength: 12 })
      .map((all) => all.join(' '))
    const texts = fc.array(fc.record({ title: words, abstract: words }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(texts, texts, (own, papers) => {
        const made = learnModel(
          papers.map((one, n) => ({ id: `s${n}`, ...one })),
          [{ id: 'r', texts: own.map((one, n) => ({ id: `p${n}`, ...one })) }],
        )
        const why = explain(made, 'r', 's0')
        expect((why?.terms.length ?? 0) > 0).toBe((why?.affinity ?? 0) > 0)
        const strongest = Math.max(...(why?.terms ?? []).map(({ share }) => share))
        // A phrase may stand for its word with half of what that made.
        expect((why?.terms[0]?.share ?? 0) * 2 + 1e-9).toBeGreaterThanOrEqual(strongest)
      }),
    )
  })

  test('says when there is nothing to compare', () => {
    const nothing = explain(model, 'newcomer', 's-fatigue')
    expect(nothing && sentenceOf(nothing)).toBe('No papers are known of this reviewer.')
    expect(explain(model, 'nobody', 's-fatigue')).toBeNull()
    expect(explain(model, 'rita', 'nothing')).toBeNull()
  })
})

test('every aggregation lies between the worst and the best, and has no figure of nothing', () => {
  const likenesses = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
  for (const how of aggregations) {
    expect(affinityOf([], { aggregation: how, guards: null })).toBe(0)
    fc.assert(
      fc.property(likenesses, (all) => {
        const value = affinityOf(all, { aggregation: how, guards: null })
        expect(value).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9)
        expect(value).toBeLessThanOrEqual(Math.max(...all) + 1e-9)
      }),
    )
  }
})

describe('what is held down', () => {
  const guards = { most: 0.15, words: 16, alone: 0.1, times: 2, added: 1 }
  const held = (...likenesses: number[]) => affinityOf(likenesses, { aggregation: 'mean', guards })

  test('one near text counts by how near the next one is', () => {
    expect(held(0.9)).toBeCloseTo(0.1 / 2)
    expect(held(0.14, 0.02)).toBeCloseTo((0.1 + 0.02) / 3)
    expect(held(0.06, 0.14)).toBeCloseTo((0.06 + 0.12) / 3)
    expect(held(0.9, 0.8)).toBeCloseTo((0.15 + 0.15) / 3)
  })

  test('a text of few words counts at most as much less', () => {
    const of = (words: number[]) => affinityOf([0.9, 0.9], { aggregation: 'mean', guards }, { words })
    expect(of([16, 16])).toBeCloseTo((0.15 + 0.15) / 3)
    expect(of([8, 16])).toBeCloseTo((0.075 + 0.15) / 3)
    expect(of([8, 8])).toBeCloseTo((0.075 + 0.075) / 3)
  })

  test('nearer is never less, and nobody has more than the most', () => {
    const likeness = fc.double({ min: 0, max: 1, noNaN: true })
    const how = { aggregation: 'root_mean_square', guards } as const
    fc.assert(
      fc.property(fc.array(likeness, { minLength: 1, maxLength: 12 }), likeness, (all, more) => {
        const [first = 0, ...others] = all
        const nearer = [Math.min(1, first + more), ...others]
        expect(affinityOf(nearer, how)).toBeGreaterThanOrEqual(affinityOf(all, how) - 1e-12)
        expect(affinityOf(nearer, how)).toBeLessThan(guards.most)
      }),
    )
  })
})

describe('density', () => {
  const letter = (n: number) => String.fromCharCode(97 + (n % 26))
  const word = (n: number) => `w${letter(n)}${letter(Math.floor(n / 26))}${letter(Math.floor(n / 676))}`
  /** Of `subjects` that take turns, each said in so many words; and words of its own. */
  const texts = (from: number, count: number, subjects: number) =>
    Array.from({ length: count }, (_, n) => {
      const subject = Array.from({ length: 8 }, (_, k) => word(9000 + (n % subjects) * 101 + k * 7))
      const own = Array.from({ length: 12 }, (_, k) => word((from + n) * 311 + k * 97))
      return paper(`t${from + n}`, subject.join(' '), own.join(' and '))
    })
  const densityOf = (count: number, subjects: number) => {
    const owners = texts(500, count, subjects).map((one) => ({ id: one.id, texts: [one] }))
    return learnModel(texts(0, count, subjects), owners).density
  }

  test('is more where many texts are of one subject, and 1 where too few say so', () => {
    expect(densityOf(60, 10)).toBeGreaterThan(2)
    expect(densityOf(60, 60)).toBeLessThan(densityOf(60, 10))
    expect(densityOf(20, 10)).toBe(1)
  })
})
