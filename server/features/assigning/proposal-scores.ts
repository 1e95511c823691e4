import { explain, sentenceOf } from '#server/affinity/explain.ts'
import { affinityFinder, learnModel } from '#server/affinity/model.ts'
import { manySubjectsFinder, odditiesOf, type Suspicion, suspicionsOf } from '#server/affinity/suspicions.ts'
import type { Agreement } from '#server/affinity/typed-text.ts'
import type { Oddity } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import type { Weighable, WeighedPaper } from './weighing.ts'

/** What is odd about a pair, in a sentence. */
export type Odd = Pick<Oddity, 'kind' | 'about' | 'message'>

/**
 * An affinity of so much says nearly all that texts can say: nine in ten pairs of which real reviewers say that they know
 * the paper's subject very well are below it (bench/README.md).
 */
const FULL_AFFINITY = 0.075
const NEARLY_ALL = 0.95
/** What texts and topics count for, and what a bid adds or takes. */
const TEXT_SHARE = 0.6
const TOPIC_SHARE = 0.4
const bidWorth = { eager: 0.2, willing: 0.1, reluctant: -0.2 } as const

/** Who names more than half of the conference's topics says the less by each; by all of them so much. */
const ALL_TOPICS = 0.25
/** Of so few topics somebody may well know them all. */
const FEW_TOPICS = 3

/** What one's topics are worth, 0 to 1, of so many that one could name. */
function focusOf(named: number, offered: number): number {
  if (offered <= FEW_TOPICS) return 1
  return 1 - (1 - ALL_TOPICS) * Math.max(0, (2 * named) / offered - 1)
}

/** Scores (0 to 1) of every reviewer for a paper, in the reviewers' order; and the reason of any pair. */
export function scorerOf({ papers, others, reviewers, bids: given }: Weighable) {
  const model = learnModel(
    [
      ...papers.map(({ paperId, title, abstract, authorId, at }) => ({
        id: paperId,
        title,
        abstract,
        authorId,
        at,
      })),
      ...others,
    ],
    reviewers.map(({ id, texts }) => ({ id, texts })),
  )
  const leftOut = new Map<string, Set<number>>()
  const affinities = affinityFinder(model, (paperId, place) =>
    leftOut.set(paperId, (leftOut.get(paperId) ?? new Set()).add(place)),
  )
  const bidsOn = groupBy(given, ({ paperId }) => paperId)
  const placeOf = new Map(reviewers.map(({ id }, place) => [id, place]))
  const withTopic = placesBy(reviewers.map(({ topics }) => topics))
  const offered = new Set([...papers, ...reviewers].flatMap(({ topics }) => topics)).size
  const focus = reviewers.map(({ topics }) => focusOf(new Set(topics).size, offered))
  // The model has them in the order of their ids, as the facts do.
  const scoresOf = ({ paperId, topics }: WeighedPaper): number[] => {
    const scores = Array.from(affinities(paperId), (known) => TEXT_SHARE * shareOf(known / model.density))
    const add = (place: number | undefined, worth: number) => {
      if (place !== undefined) scores[place] = (scores[place] ?? 0) + worth
    }
    for (const topic of topics) {
      for (const place of withTopic.get(topic) ?? [])
        add(place, ((focus[place] ?? 1) * TOPIC_SHARE) / topics.length)
    }
    const bids = new Map((bidsOn.get(paperId) ?? []).map(({ reviewerId, bid }) => [reviewerId, bid]))
    for (const [reviewerId, bid] of bids) add(placeOf.get(reviewerId), bidWorth[bid])
    return scores.map((score) => Math.min(1, Math.max(0, score)))
  }
  const reasonOf = (paper: WeighedPaper, reviewer: Weighable['reviewers'][number]) => {
    const topics = topicsShared(paper.topics, reviewer.topics)
    const why = reviewer.texts.length === 0 ? null : explain(model, reviewer.id, paper.paperId)
    const bid = bidsOn.get(paper.paperId)?.findLast(({ reviewerId }) => reviewerId === reviewer.id)?.bid
    const parts = [
      topics.length === 0 ? [] : [`${topics.length === 1 ? 'Topic' : 'Topics'}: ${topics.join(', ')}.`],
      why === null || why.terms.length === 0 ? [] : [sentenceOf(why)],
      bid === undefined ? [] : [`Bid: ${bid}.`],
    ].flat()
    return parts.length === 0 ? 'Nothing in common is known.' : parts.join(' ')
  }
  const ownOddities = new Map<string, Suspicion[]>()
  const manySubjects = manySubjectsFinder(model)
  const odditiesFor = (paper: WeighedPaper, reviewer: Weighable['reviewers'][number]): Odd[] => {
    const own =
      ownOddities.get(reviewer.id) ??
      model.reviewers
        .get(reviewer.id)
        ?.flatMap((one) => [...odditiesOf(one.text, model), ...manySubjects(one)]) ??
      []
    ownOddities.set(reviewer.id, own)
    const repeated = model.submissions.get(paper.paperId)
    const inPaper = repeated === undefined ? [] : odditiesOf(repeated.text, model)
    const all = [
      ...about('paper', [...hiddenIn('hidden_in_paper', 'The paper’s PDF', paper.hidden), ...typedIn(paper)]),
      ...about(
        'reviewer',
        reviewer.texts.flatMap(({ hidden }) => hiddenIn('hidden_in_own', 'A PDF of this reviewer', hidden)),
      ),
      ...about(
        'pair',
        suspicionsOf(model, reviewer.id, paper.paperId).map((one) => inWords(one)),
      ),
      ...about(
        'reviewer',
        own.map((one) => inWords(one)),
      ),
      ...about(
        'paper',
        inPaper.map((one) => inWords(one, 'The paper')),
      ),
    ]
    // Two of a reviewer's texts may give cause for the same sentence.
    return [...new Map(all.map((one) => [one.message, one])).values()]
  }
  /** Reviewers, by their places, some of whose texts did not count when this paper was scored. */
  const leftOutFor = ({ paperId }: WeighedPaper): readonly number[] => [...(leftOut.get(paperId) ?? [])]
  return { scoresOf, reasonOf, odditiesFor, leftOutFor }
}

/** What an affinity says, 0 to 1: as much as it is up to the full one, and above it ever less more, so that the best stay apart. */
function shareOf(affinity: number): number {
  return affinity <= FULL_AFFINITY
    ? (NEARLY_ALL * affinity) / FULL_AFFINITY
    : 1 - ((1 - NEARLY_ALL) * FULL_AFFINITY) / affinity
}

/** At which places each value stands. */
function placesBy(lists: readonly (readonly string[])[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, values] of lists.entries()) {
    for (const value of new Set(values)) places.set(value, [...(places.get(value) ?? []), place])
  }
  return places
}

function topicsShared(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((topic) => others.includes(topic))
}

/** What was said, before it is known of how many pairs it holds. */
type Said = Omit<Odd, 'about'>

function about(what: Odd['about'], all: readonly Said[]): Odd[] {
  return all.map((one) => ({ ...one, about: what }))
}

function hiddenIn(kind: Odd['kind'], what: string, hidden: string): Said[] {
  return hidden === ''
    ? []
    : [{ kind, message: `${what} has hidden or hardly visible words, which were not read: “${hidden}”.` }]
}

function typedIn({ agreement, titleAgreement }: WeighedPaper): Said[] {
  const ofTitle = agreement === 'typed_alone' ? [] : titleIn(titleAgreement)
  switch (agreement) {
    case 'agrees':
      return ofTitle
    case 'departs':
      return [
        { kind: 'typed_text', message: 'Its author typed another text than the PDF’s: the PDF’s counted.' },
        ...ofTitle,
      ]
    case 'typed_alone':
      return [
        {
          kind: 'typed_text',
          message: 'Typed by the author: no text could be read from the PDF to hold it against.',
        },
      ]
  }
}

function titleIn(agreement: Agreement): Said[] {
  switch (agreement) {
    case 'agrees':
      return []
    case 'departs':
      return [
        {
          kind: 'typed_text',
          message:
            'Its title is not the one on the first pages of its abstract: words that are not there did not count.',
        },
      ]
    case 'typed_alone':
      return [
        {
          kind: 'typed_text',
          message: 'Its title counts as it was given: no text could be read from the PDF to hold it against.',
        },
      ]
  }
}

function inWords(one: Suspicion, whose = 'One of this reviewer’s papers'): Said {
  return { kind: one.code, message: sentenceOn(one, whose) }
}

function sentenceOn(one: Suspicion, whose: string): string {
  switch (one.code) {
    case 'private_words':
      return `Words that hardly anybody but this paper and this reviewer uses: ${one.words.join(', ')}.`
    case 'same_text':
      return 'The paper is nearly the same text as one of this reviewer’s own.'
    case 'copied_text':
      return `The paper has ${one.words} words in whole runs of one of this reviewer’s own texts.`
    case 'echo':
      return `What this reviewer gave says hardly anything but words of the paper, and did not count for it: ${titles(one.papers)}.`
    case 'cited':
      return `The paper names what this reviewer had given before it came, which counts for it: ${titles(one.papers)}.`
    case 'too_near':
      return `Unusually near to the paper, and counted for less: ${titles(one.papers)}.`
    case 'all_near':
      return `${one.texts} of this reviewer’s ${one.of} texts are near to this one paper, more than of anybody who knows its subject.`
    case 'lone_text':
      return `Only one of this reviewer’s texts is near to the paper, and all others are far from it: “${one.paper}”.`
    case 'later_texts':
      return `Added or corrected after the paper came, and much nearer to it than all from before: ${titles(one.papers)}.`
    case 'many_subjects':
      return `${whose} has words of ${one.submissionIds.length} papers that have nothing to do with each other: “${one.title}”.`
    case 'repeated_word':
      return `${whose} says “${one.word}” ${one.times} times.`
    case 'mixed_letters':
      return `${whose} has words of letters of two alphabets that look alike, read as if they were of one: ${one.words.join(', ')}.`
    case 'word_list':
      return `${whose} is a list of words without sentences, which was not read.`
  }
}

const TITLES_SAID = 3

function titles(all: readonly string[]): string {
  const said = all.slice(0, TITLES_SAID).map((title) => `“${title}”`)
  return all.length > TITLES_SAID
    ? `${said.join(', ')} and ${all.length - TITLES_SAID} more`
    : said.join(', ')
}
