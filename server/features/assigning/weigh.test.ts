import { afterEach, expect, test, vi } from 'vitest'
import { wish } from '#shared/assigning/propose-contract.ts'
import { MUST_NOT } from './proposal-problem.ts'
import { weigh } from './weigh.ts'
import type { Weighing } from './weighing.ts'

afterEach(() => vi.restoreAllMocks())

const weighing = (objective: 'total' | 'fair'): Weighing => ({
  papers: ['P26-0001-K', 'P26-0002-K'].map((paperId) => ({
    paperId,
    title: 'Scour',
    abstract: '',
    hidden: '',
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    topics: ['Bridges'],
    lacks: 1,
    hasExperienced: false,
  })),
  others: [],
  reviewers: ['a', 'b'].map((id) => ({
    id,
    topics: id === 'a' ? ['Bridges'] : [],
    texts: [],
    limit: 1,
    open: 0,
    isExperienced: false,
  })),
  pairs: new Uint8Array(4),
  bids: [],
  locked: new Map(),
  assigned: new Map(),
  reviewsPerPaper: 1,
  wish: wish.parse({ objective }),
})

test.each(['fair', 'total'] as const)(
  'of %s, it says when the search for the fair one ended by its time',
  (objective) => {
    expect(weigh(weighing(objective), () => undefined).cutShort).toBe(false)
    let minutes = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      minutes += 1
      return minutes * 60_000
    })
    expect(weigh(weighing(objective), () => undefined).cutShort).toBe(true)
  },
)

test('nobody is a paper’s expert by a text that says the same as the paper', () => {
  const given = weighing('total')
  const title = 'Scour at river piers in floods'
  const papers = given.papers.map((paper) => ({ ...paper, title }))
  const withText = (of: string) => ({
    ...given,
    papers,
    reviewers: given.reviewers.map((one) => ({
      ...one,
      texts: one.id === 'a' ? [{ id: 't', title: of, abstract: '', hidden: '' }] : [],
    })),
  })
  const found = (of: string) => {
    const { figures, other } = weigh(withText(of), () => undefined)
    return [figures.withExpert, other?.figures.withExpert]
  }
  expect(found('Shells of thin concrete')).toEqual([1, 1])
  expect(found(title)).toEqual([0, 0])
})

test('a paper’s expert may be on it already, and not by a text that says the same', () => {
  const given = weighing('total')
  const title = 'Scour at river piers in floods'
  const papers = given.papers.map((paper) => ({ ...paper, title }))
  const experts = (of: string, assigned: Weighing['assigned']) => {
    const reviewers = given.reviewers.map((one) => ({
      ...one,
      texts: one.id === 'a' ? [{ id: 't', title: of, abstract: '', hidden: '' }] : [],
      limit: one.id === 'a' ? 0 : 2,
    }))
    const { figures, hadExpert } = weigh({ ...given, papers, reviewers, assigned }, () => undefined)
    return [figures.withExpert, [...hadExpert]]
  }
  const onFirst = new Map([[0, [0]]])
  expect(experts('Shells of thin concrete', new Map())).toEqual([0, []])
  expect(experts('Shells of thin concrete', onFirst)).toEqual([1, [0]])
  expect(experts(title, onFirst)).toEqual([0, []])
})

test('of pairs that must not be the better one is to be allowed', () => {
  const given = weighing('total')
  const lifted = (topicsOf: string) => {
    const reviewers = given.reviewers.map((one) => ({
      ...one,
      topics: one.id === topicsOf ? ['Bridges'] : [],
    }))
    const papers = given.papers.slice(0, 1)
    const one = { ...given, papers, reviewers, pairs: new Uint8Array(2).fill(MUST_NOT) }
    return weigh(one, () => undefined).shortage?.lift.pairs
  }
  expect(lifted('a')).toEqual([{ paper: 0, reviewer: 0 }])
  expect(lifted('b')).toEqual([{ paper: 0, reviewer: 1 }])
})
