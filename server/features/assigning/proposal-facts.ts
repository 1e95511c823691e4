import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import { countedText, countedTitle } from '#server/affinity/typed-text.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { submissions, submissionTexts, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { reviewerCount } from '#server/features/reviewing/reviewer-role.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { standing } from '#server/features/submissions/access.ts'
import { shownTitles } from '#server/features/submissions/shown-titles.ts'
import { assignable } from '#shared/assigning/judge.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { bidsOn } from './bids/keep-bids.ts'
import { factsOf, namesOf } from './facts.ts'
import { textsOf } from './reviewer-texts.ts'

/** More than any conference has; each would be weighed with each. */
const PAPERS_MAX = 10_000
const REVIEWERS_MAX = 5000

/** All that a proposal weighs, from one moment: papers that lack reviewers, everybody who reviews, what they wrote. */
export async function proposalFacts(ctx: Ctx, wish: Wish) {
  const wanted = await reviewsWanted(ctx, wish.reviewsPerPaper)
  const lacking = await papersLacking(ctx, wanted)
  const people = await ctx.tx
    .select({ id: users.id, topics: users.topics, isExperienced: users.isExperienced })
    .from(users)
    .where(reviewerRole)
    .orderBy(asc(users.id))
    .limit(REVIEWERS_MAX + 1)
  if (lacking.length > PAPERS_MAX) throw tooMany(`${PAPERS_MAX} papers`)
  if (people.length > REVIEWERS_MAX) throw tooMany(`${REVIEWERS_MAX} reviewers`)
  const ids = people.map(({ id }) => id)
  // A pair that must be may be there already, and its paper lack nobody any more.
  const paperIds = new Set([...lacking, ...wish.must].map(({ paperId }) => paperId))
  const facts = await factsOf(ctx, [...paperIds], ids, false)
  const titles = await shownTitles(ctx, [...facts.papers.values()], 'paper')
  const former = await namesOf(
    ctx,
    wish.must.flatMap(({ reviewerId }) => (facts.reviewers.has(reviewerId) ? [] : [reviewerId])),
  )
  const known = new Map(people.map(({ id, ...rest }) => [id, rest]))
  const texts = await textsOf(ctx, ids)
  const submissionIds = [...facts.papers.values()].map(({ id }) => id)
  const all = await papersOfAll(ctx)
  const abstractOf = await abstractsOf(ctx, [...new Set([...submissionIds, ...all.map(({ id }) => id)])])
  const textOf = ({ id, title }: { id: string; title: string }) => {
    const abstract = abstractOf.get(id) ?? NO_TEXT
    return { title: countedTitle(title, abstract.page), abstract }
  }
  const isLacking = new Set(lacking.map(({ paperId }) => paperId))
  return {
    reviewsPerPaper: wanted,
    /** Those kept first; the last of a pair counts. */
    bids: [...(await bidsOn(ctx, submissionIds)), ...wish.bids],
    /** Pairs that stand, by the papers' public ids. */
    stands: ({ paperId, reviewerId }: { paperId: string; reviewerId: string }) =>
      facts.assigned.has(`${facts.papers.get(paperId)?.id} ${reviewerId}`),
    /** The names of those who must be somewhere and do not review now. */
    former,
    conflict: facts.conflict,
    near: facts.near,
    assigned: facts.assigned,
    gaveBack: facts.gaveBack,
    /** Submissions that somebody experienced is on. */
    withExperienced: new Set(
      [...facts.assigned].flatMap((pair) => {
        const [submissionId = '', reviewerId = ''] = pair.split(' ')
        return known.get(reviewerId)?.isExperienced ? [submissionId] : []
      }),
    ),
    papers: lacking.flatMap(({ paperId, lacks }) => {
      const submission = facts.papers.get(paperId)
      return submission === undefined
        ? []
        : [
            {
              submission,
              shown: titles.get(submission.id) ?? '',
              lacks: Number(lacks),
              ...textOf(submission),
            },
          ]
    }),
    /** The conference's other papers: how rare a word is does not depend on which papers lack reviewers just now. */
    others: all
      .filter(({ paperId }) => !isLacking.has(paperId))
      .map((one) => {
        const { title, abstract } = textOf(one)
        return { id: one.paperId, authorId: one.authorId, title: title.text, abstract: abstract.text }
      }),
    reviewers: [...facts.reviewers.values()]
      .map((one) => {
        const { topics = [], isExperienced = false } = known.get(one.id) ?? {}
        return { ...one, topics, isExperienced, texts: texts.get(one.id) ?? [] }
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/** How many reviews a paper is to have: as asked for, else as the settings say. */
export async function reviewsWanted(ctx: Ctx, asked: number | undefined): Promise<number> {
  return asked ?? (await settingsOf(ctx.tx)).reviewsPerPaper
}

/** The papers that lack reviewers, and how many each. */
export async function papersLacking(ctx: Ctx, wanted: number) {
  return await ctx.tx
    .select({
      paperId: submissions.paperId,
      lacks: sql<number>`(${wanted}::int - ${reviewerCount})`,
    })
    .from(submissions)
    .where(
      and(
        standing,
        gt(submissions.paperRound, 0),
        inArray(submissions.stage, [...assignable]),
        sql`${reviewerCount} < ${wanted}::int`,
      ),
    )
    .orderBy(asc(submissions.serial))
    .limit(PAPERS_MAX + 1)
}

/** Every paper of the conference, whatever its stage; the first of very many. */
async function papersOfAll(ctx: Ctx) {
  return await ctx.tx
    .select({
      id: submissions.id,
      paperId: submissions.paperId,
      title: submissions.title,
      authorId: submissions.authorId,
    })
    .from(submissions)
    .where(and(standing, gt(submissions.paperRound, 0)))
    .orderBy(asc(submissions.serial))
    .limit(PAPERS_MAX)
}

export type ProposalFacts = Awaited<ReturnType<typeof proposalFacts>>

const NO_TEXT = { text: '', hidden: '', agreement: 'agrees', typed: '', read: '', page: null } as const

/** What counts of the papers' abstracts, what was typed and what was read, and what their PDFs hide. */
async function abstractsOf(ctx: Ctx, submissionIds: readonly string[]) {
  const rows = await ctx.tx
    .select()
    .from(submissionTexts)
    .where(anyOf(submissionTexts.submissionId, submissionIds))
  return new Map(
    rows.map(({ submissionId, text: typed, readText: read, readPage: page, hidden }) => [
      submissionId,
      { ...countedText(typed, read), typed, read, page, hidden },
    ]),
  )
}

function tooMany(what: string): AppError {
  return new AppError('invalid', `A proposal is made for at most ${what}.`)
}
