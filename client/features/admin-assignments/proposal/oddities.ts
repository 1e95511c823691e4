import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { Oddity, OddityKind } from '#shared/assigning/propose-contract.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { keyOf } from './edits.ts'
import { words } from './words.ts'

type Ids = Pick<NamedPair, 'paperId' | 'reviewerId'>

/** What is odd about pairs and papers, in words. */
export interface OddWords {
  /** About a pair by itself, or its reviewer; what is known by its code alone is said in its kind's words. */
  ofPair: (pair: Ids, codes: readonly OddityKind[]) => string[]
  /** About the paper, whoever reviews it. */
  ofPaper: (paperId: string) => string[]
}

/** Puts what a proposal found odd in words. */
export function oddWords(oddities: readonly Oddity[]): OddWords {
  const byPair = groupBy(oddities, keyOf)
  const byPaper = groupBy(oddities.filter(isOfPaper), ({ paperId }) => paperId)
  return {
    ofPair: (pair, codes) => {
      const all = byPair.get(keyOf(pair)) ?? []
      const said = new Set(all.map(({ kind }) => kind))
      return [
        ...all.filter((one) => !isOfPaper(one)).map(({ message }) => message),
        ...codes.filter((code) => !said.has(code)).map((code) => `${words.oddKinds[code]}.`),
      ]
    },
    ofPaper: (paperId) => [
      ...new Set((byPaper.get(paperId) ?? []).map(({ kind }) => `${words.oddKinds[kind]}.`)),
    ],
  }
}

/** What is odd about some pairs, and about their papers: asked by the ids alone. */
export function oddInPlan(
  pairs: readonly (Ids & { odd: readonly OddityKind[] })[],
  { ofPair, ofPaper }: OddWords,
): (pair: Ids) => readonly string[] {
  const known = new Map(
    pairs.map((pair) => [keyOf(pair), [...ofPair(pair, pair.odd), ...ofPaper(pair.paperId)]]),
  )
  return (pair) => known.get(keyOf(pair)) ?? []
}

/** Odd pairs of one reviewer, or of one paper where it is the paper that is odd: what holds for all, then each. */
export interface OddGroup {
  of: 'reviewer' | 'paper'
  key: string
  /** What is said of all its pairs. */
  said: readonly string[]
  pairs: readonly (NamedPair & { said: readonly string[] })[]
}

/** Odd pairs by their reviewers, who has most first; then those of odd papers. Nothing is said twice of a group. */
export function oddGroups(oddities: readonly Oddity[]): OddGroup[] {
  const reviewers = groupBy(
    oddities.filter((one) => !isOfPaper(one)),
    ({ reviewerId }) => reviewerId,
  )
  const papers = groupBy(oddities.filter(isOfPaper), ({ paperId }) => paperId)
  return [
    ...[...reviewers]
      .map(([key, all]) => groupOf('reviewer', key, all))
      .sort((a, b) => b.pairs.length - a.pairs.length),
    ...[...papers].map(([key, all]) => groupOf('paper', key, all)),
  ]
}

function groupOf(of: OddGroup['of'], key: string, all: readonly Oddity[]): OddGroup {
  const ofAll = all.filter(({ about }) => about === of)
  return {
    of,
    key,
    said: [...new Set(ofAll.map(({ message }) => message))],
    pairs: [...groupBy(all, keyOf).values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const { paperId, title, reviewerId, reviewer } = first
      const said = own.filter(({ about }) => about !== of).map(({ message }) => message)
      return [{ paperId, title, reviewerId, reviewer, said }]
    }),
  }
}

const isOfPaper = ({ about }: Pick<Oddity, 'about'>) => about === 'paper'
