import { expect, test } from 'vitest'
import { scorerOf } from './proposal-scores.ts'
import type { Weighable } from './weighing.ts'

const text = {
  title: 'Scour at river piers',
  abstract: `Drones map the scour hole at river piers after each flood. Sonar surveys, tilt sensors and gauges confirm
    its depth. Riprap, collars and sheet piles protect shallow foundations; divers inspect timber caissons yearly.`,
  hidden: '',
}
/** What others write, so that the words in question say something. */
const others = [
  'Glass panes creep',
  'Timber chars slowly',
  'Smoke fills stations',
  'Shells buckle',
  'Bolts hold rock',
].map((title) => ({ id: title, title, abstract: `${title} under load.`, hidden: '' }))
const own = (...ids: string[]) => ids.map((id) => ({ id, ...text }))

/** Of one paper and some reviewers, and nothing else known. */
const scorerFor = (paper: Weighable['papers'][number], reviewers: Weighable['reviewers']) =>
  scorerOf({
    papers: [paper],
    others: [],
    reviewers,
    bids: [],
  })

test('two texts of a reviewer that are the same as a paper are said once of the pair, with their kind', () => {
  const paper = {
    paperId: 'P26-0001-K',
    ...text,
    topics: [],
    lacks: 1,
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    hasExperienced: false,
  }
  const twice = { id: 'a', topics: [], texts: own('1', '2'), limit: null, open: 0, isExperienced: false }
  const once = { ...twice, id: 'b', texts: own('3') }
  const other = { ...twice, id: 'c', texts: others }
  const { odditiesFor } = scorerFor(paper, [twice, once, other])
  const same = {
    kind: 'same_text',
    about: 'pair',
    message: 'The paper is nearly the same text as one of this reviewer’s own.',
  }
  expect([odditiesFor(paper, twice), odditiesFor(paper, once), odditiesFor(paper, other)]).toEqual([
    [same],
    [same],
    [],
  ])
})

test('a paper that says one word again and again is shown', () => {
  const paper = {
    paperId: 'P26-0002-K',
    title: 'Scour',
    abstract: 'the scour '.repeat(300),
    hidden: '',
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    topics: [],
    lacks: 1,
    hasExperienced: false,
  }
  const reviewer = { id: 'a', topics: [], texts: own('1'), limit: null, open: 0, isExperienced: false }
  const { odditiesFor } = scorerFor(paper, [reviewer])
  expect(odditiesFor(paper, reviewer)).toEqual([
    { kind: 'repeated_word', about: 'paper', message: 'The paper says “scour” 301 times.' },
  ])
})

test('who knows the subject by their papers alone comes before who shares half the topics and no words', () => {
  const person = (id: string, topics: string[], texts: { title: string; abstract: string }[]) => ({
    id,
    topics,
    texts: texts.map((one, n) => ({ id: `${id}${n}`, hidden: '', ...one })),
    limit: null,
    open: 0,
    isExperienced: false,
  })
  const filler = Array.from({ length: 60 }, (_, n) => ({
    title: ['Creep of glass', 'Charring of timber', 'Smoke in stations', 'Bolts in rock'][n % 4] ?? '',
    abstract: `Series ${n}: ${['river', 'flood', 'survey', 'depth', 'pier', 'sensor', 'hole'][n % 7]} and load, measured.`,
  }))
  // Half of a subject in each paper, in other words than the submission's: as people write.
  const knows = person(
    'knows',
    [],
    [
      {
        title: 'Local scour at bridge foundations',
        abstract:
          'Flume tests of scour at a circular pier in sand give its depth and its growth with the flow.',
      },
      {
        title: 'Monitoring of bridges in floods',
        abstract:
          'Sonar and accelerometers at two bridges warn of lost support; thresholds are drawn from records.',
      },
    ],
  )
  const shares = person('shares', ['Bridges'], filler.slice(0, 10))
  const others = filler.slice(10).map((one, n) => person(`z${n}`, [], [one]))
  const paper = {
    paperId: 'P26-0001-K',
    ...text,
    topics: ['Bridges', 'Drones'],
    lacks: 1,
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    hasExperienced: false,
  }
  const reviewers = [knows, shares, ...others]
  const { scoresOf } = scorerFor(paper, reviewers)
  const [byText = 0, byTopic = 0, ...rest] = scoresOf(paper)
  expect(byTopic).toBeGreaterThanOrEqual(0.2)
  expect(byText).toBeGreaterThan(byTopic)
  expect(Math.max(...rest)).toBeLessThan(byTopic)
})

test('who names all of the conference’s topics says less by each than who names the paper’s', () => {
  const topics = ['Bridges', 'Drones', 'Rivers', 'Sensors', 'Timber']
  const person = (id: string, named: readonly string[]) => ({
    id,
    topics: named,
    texts: [],
    limit: null,
    open: 0,
    isExperienced: false,
  })
  const about = (some: readonly string[]) => ({
    paperId: 'P26-0001-K',
    ...text,
    topics: some,
    lacks: 1,
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    hasExperienced: false,
  })
  const reviewers = [person('a', topics), person('b', topics.slice(0, 2)), person('c', topics.slice(0, 1))]
  const scoresFor = (some: readonly string[]) => {
    const paper = about(some)
    return scorerFor(paper, reviewers).scoresOf(paper)
  }
  expect(scoresFor(['Bridges', 'Drones'])).toEqual([0.1, 0.4, 0.2])
  expect(scoresFor(['Timber'])).toEqual([0.1, 0, 0])
  const few = about(['Bridges'])
  expect(scorerFor(few, [person('a', topics.slice(0, 3)), person('b', ['Bridges'])]).scoresOf(few)).toEqual([
    0.4, 0.4,
  ])
})

test('who wrote on the subject goes not beyond all that texts say, and the paper’s own text says nothing', () => {
  const paper = {
    paperId: 'P26-0003-K',
    ...text,
    topics: [],
    lacks: 1,
    agreement: 'agrees' as const,
    titleAgreement: 'agrees' as const,
    hasExperienced: false,
  }
  const person = (id: string, abstract: string) => ({
    id,
    topics: [],
    texts: [{ id: `${id}1`, title: text.title, abstract, hidden: '' }],
    limit: null,
    open: 0,
    isExperienced: false,
  })
  const half = text.abstract.slice(0, text.abstract.indexOf('Riprap'))
  const [first = text, second = text] = others
  const reviewers = [
    person('a', `${half} ${first.abstract} ${second.abstract}`),
    person('b', text.abstract),
    ...others.map((one) => person(`z${one.id}`, one.abstract)),
  ].sort((one, other) => (one.id < other.id ? -1 : 1))
  const { scoresOf } = scorerFor(paper, reviewers)
  const [near = 0, copied] = scoresOf(paper)
  expect(near).toBeGreaterThan(0.1)
  expect(near).toBeLessThan(0.6)
  expect(copied).toBe(0)
})
