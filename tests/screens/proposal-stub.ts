import type {
  listProposalCandidates,
  listProposals,
  readProposal,
  readProposalMatrix,
} from '#shared/assigning/proposals-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'

/** Proposals as the server answers them, in every state, for pictures. */

const ID = '018f0000-0000-7000-8000-0000000000'
const titles = [
  'Scour monitoring of river piers with drones and a title that goes on over more than one line on a phone',
  'Squeezing ground: six case histories',
  'Fatigue of orthotropic decks after retrofit',
  'Reliability of second-hand steel',
  'Self-healing mortars in freeze–thaw cycles',
  'Fire in long tunnels',
]
const names = ['María Fernández', 'Rita Novák', 'Omar Haddad', 'Bartholomew Featherstonehaugh-Cholmondeley']
const papers = titles.map((title, at) => ({ paperId: `P26-000${at + 1}-K`, title }))
const reviewers = names.map((reviewer, at) => ({ reviewerId: `${ID}1${at}`, reviewer }))
const scoreOf = (paper: number, reviewer: number) => ((paper * 37 + reviewer * 53 + 20) % 90) / 100

const pairs = papers.slice(0, 5).map(({ paperId, title }, at) => ({
  paperId,
  title,
  ...(reviewers[at % 4] ?? { reviewerId: '', reviewer: '' }),
  score: scoreOf(at, at % 4),
  reason:
    at === 4
      ? 'Nothing in common is known.'
      : 'Topic: Bridges. “scour” in 2 of 4 papers, “river pier” in 2; nearest: Scour at bridge foundations.',
  isLocked: at === 1,
  warning: at === 2 ? 'Reviewer and author have the same last name.' : null,
  odd:
    at < 3 ? ['same_text' as const] : at === 3 ? ['private_words' as const, 'hidden_in_paper' as const] : [],
}))

const entry = {
  id: `${ID}01`,
  madeAt: { _seconds: 1_777_000_000, _nanoseconds: 0 },
  madeBy: 'Clara Okafor',
  state: 'done' as const,
  progress: { done: 100, of: 100 },
  problem: null,
  outcome: { papers: 6, open: 1, total: 2.31, worst: 0.12, reviewsPerPaper: 2 },
  standing: { assigned: 0, of: 5 },
  wish: {
    objective: 'fair' as const,
    leastPapers: 0,
    limits: [],
    must: [],
    mustNot: [],
    bids: [],
    oneExperienced: true,
  },
}
const before = {
  ...entry,
  id: `${ID}02`,
  outcome: { papers: 6, open: 1, total: 2.45, worst: 0.08, reviewsPerPaper: 2 },
  standing: { assigned: 3, of: 5 },
  wish: { ...entry.wish, objective: 'total' as const },
}

const notMade = { outcome: null, standing: null }

export const proposalList: AnswerOf<typeof listProposals> = {
  items: [
    entry,
    before,
    {
      ...before,
      ...notMade,
      id: `${ID}03`,
      state: 'failed',
      problem: 'No proposal was found within two minutes.',
    },
    { ...before, ...notMade, id: `${ID}04`, state: 'cancelled' },
    { ...before, ...notMade, id: `${ID}05`, state: 'running', progress: { done: 42, of: 100 } },
  ],
}

export const madeProposal: AnswerOf<typeof readProposal> = {
  ...entry,
  changedSince: 2,
  mustNot: [
    { ...(papers[0] ?? { paperId: '', title: '' }), ...(reviewers[3] ?? { reviewerId: '', reviewer: '' }) },
  ],
  proposal: {
    pairs,
    reviewsPerPaper: 2,
    figures: {
      papers: 6,
      seats: 6,
      open: 1,
      total: 2.31,
      mean: 0.46,
      worst: 0.12,
      leastLoad: 0,
      mostLoad: 2,
      withExpert: 4,
    },
    other: {
      objective: 'total',
      figures: {
        papers: 6,
        seats: 6,
        open: 1,
        total: 2.45,
        mean: 0.49,
        worst: 0.08,
        leastLoad: 0,
        mostLoad: 3,
        withExpert: 3,
      },
    },
    shortage: {
      papers: [
        {
          paperId: 'P26-0006-K',
          title: 'Fire in long tunnels',
          open: 1,
          eligible: 2,
          why: 'loads',
          standing: { there: 0, conflict: 1, mustNot: 1, gaveBack: 0, noTime: 2 },
          bottleneck: { papers: 4, seats: 4, fillable: 3 },
          kept: [
            { reviewerId: `${ID}11`, reviewer: 'Rita Novák', why: 'no_time', reason: 'Takes at most 2.' },
            {
              reviewerId: `${ID}13`,
              reviewer: 'Bartholomew Featherstonehaugh-Cholmondeley',
              why: 'must_not',
              reason: 'Must not be, as asked.',
            },
          ],
        },
      ],
      seats: 6,
      room: 5,
      raise: [{ reviewerId: `${ID}11`, reviewer: 'Rita Novák', by: 1, most: 2 }],
      missing: 0,
      lift: {
        pairs: [
          {
            paperId: 'P26-0006-K',
            title: 'Fire in long tunnels',
            reviewerId: `${ID}13`,
            reviewer: 'Bartholomew Featherstonehaugh-Cholmondeley',
          },
        ],
        missing: 0,
      },
      invite: 1,
      fewer: null,
    },
    withoutExperienced: ['P26-0003-K'],
    inexperienced: {
      papers: [
        {
          paperId: 'P26-0003-K',
          title: 'Fatigue of orthotropic decks after retrofit',
          why: 'loads',
          standing: { there: 0, conflict: 1, mustNot: 0, gaveBack: 0, noTime: 1 },
        },
      ],
      raise: [{ reviewerId: `${ID}12`, reviewer: 'Omar Haddad', by: 3, most: 2 }],
      missing: 0,
      invite: 1,
    },
    cutShort: true,
    oddities: [
      ...[titles[3] ?? ''].flatMap((title) => [
        {
          paperId: 'P26-0004-K',
          title,
          reviewerId: `${ID}13`,
          reviewer: names[3] ?? '',
          kind: 'private_words' as const,
          about: 'pair' as const,
          message:
            'Words that hardly anybody but this paper and this reviewer uses: zorblax, quindle, frobnit, wexly.',
        },
        {
          paperId: 'P26-0004-K',
          title,
          reviewerId: `${ID}13`,
          reviewer: names[3] ?? '',
          kind: 'hidden_in_paper' as const,
          about: 'paper' as const,
          message:
            'The paper’s PDF has hidden or hardly visible words, which were not read: “Photonic lasers”.',
        },
      ]),
      ...pairs.slice(0, 3).map(({ paperId, title, reviewerId, reviewer }) => ({
        paperId,
        title,
        reviewerId,
        reviewer,
        kind: 'same_text' as const,
        about: 'pair' as const,
        message: 'The paper is nearly the same text as one of this reviewer’s own.',
      })),
      ...papers.slice(4).flatMap((paper) => [
        {
          ...paper,
          reviewerId: `${ID}10`,
          reviewer: names[0] ?? '',
          kind: 'echo' as const,
          about: 'pair' as const,
          message:
            'What this reviewer gave says hardly anything but words of the paper, and did not count for it: “Fires”. Not proposed.',
        },
        {
          ...paper,
          reviewerId: `${ID}10`,
          reviewer: names[0] ?? '',
          kind: 'many_subjects' as const,
          about: 'reviewer' as const,
          message:
            'One of this reviewer’s papers has words of 4 papers that have nothing to do with each other: “All of it”.',
        },
      ]),
    ],
    unproposedMore: 7,
    unknown: [{ reviewerId: `${ID}10`, reviewer: names[0] ?? '' }],
    seats: papers.slice(0, 2).map((paper, at) => ({
      ...paper,
      lacks: 1,
      had: at === 0 ? 0.43 : 0.58,
      hadExpert: true,
      on: reviewers.slice(3 - at).map(({ reviewerId, reviewer }) => ({ reviewerId, reviewer })),
    })),
    typed: [
      {
        paperId: 'P26-0004-K',
        title: 'Drones over piers',
        typed: 'Photonic lasers entangle qubits.',
        read: 'Drones map the scour at river piers after each flood.',
      },
    ],
  },
}

/** The other to compare with: two pairs are somebody else's. */
export const earlierProposal: AnswerOf<typeof readProposal> = {
  ...madeProposal,
  ...before,
  proposal: madeProposal.proposal && {
    ...madeProposal.proposal,
    pairs: pairs.map((pair, at) => (at < 2 ? { ...pair, ...(reviewers[3] ?? {}), score: 0.31 } : pair)),
    figures: { ...madeProposal.proposal.figures, total: 2.45, mean: 0.49, worst: 0.08, withExpert: 3 },
  },
}

export const runningProposal: AnswerOf<typeof readProposal> = {
  ...entry,
  state: 'running',
  progress: { done: 42, of: 100 },
  changedSince: 0,
  proposal: null,
  mustNot: [],
}

export const failedProposal: AnswerOf<typeof readProposal> = {
  ...runningProposal,
  state: 'failed',
  problem: 'P26-0003-K: Reviewer and author share the mail domain north.example.',
}

export const proposalMatrix: AnswerOf<typeof readProposalMatrix> = {
  count: 60,
  from: 0,
  areScoresKept: true,
  papers,
  reviewers: Array.from({ length: 24 }, (_, at) => ({
    reviewerId: `${ID}${at + 10}`,
    reviewer: names[at] ?? `Reviewer Number${at}`,
  })),
  reviewerCount: 80,
  scores: papers.map((_, paper) =>
    Array.from({ length: 24 }, (__, at) => ((paper + at) % 7 === 5 ? null : scoreOf(paper, at))),
  ),
  conflicts: [
    {
      paperId: papers[0]?.paperId ?? '',
      reviewerId: `${ID}15`,
      reason: 'Reviewer and author share the mail domain north.example.',
    },
  ],
  odd: papers.map(({ paperId }, at) => ({
    paperId,
    reviewerId: `${ID}1${at}`,
    odd: at % 2 === 0 ? ['same_text' as const] : ['lone_text' as const],
  })),
}

export const proposalCandidates: AnswerOf<typeof listProposalCandidates> = {
  count: 80,
  items: reviewers.map((one, at) => ({
    ...one,
    score: at === 2 ? null : scoreOf(0, at),
    topics: at === 1 ? ['Bridges'] : [],
    open: at,
    limit: at === 3 ? 3 : null,
    conflict: at === 2 ? 'Reviewer and author share the mail domain north.example.' : null,
    isForbidden: at === 2,
    odd: at === 1 ? ['lone_text' as const] : [],
  })),
}
