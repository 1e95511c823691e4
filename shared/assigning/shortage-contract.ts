import { z } from 'zod'

/** What a proposal cannot do, by its true cause, and the least that would help (decisions.md §8). */

const count = z.number().int()
const named = { reviewerId: z.string(), reviewer: z.string() }
const paper = { paperId: z.string(), title: z.string() }

/** What binds: too few reviewers at all, conflicts, papers given back, wishes of pairs that must not be, or loads. */
const causes = ['reviewers', 'conflicts', 'given_back', 'must_not', 'loads'] as const
const obstacles = ['conflict', 'must_not', 'gave_back', 'no_time'] as const

/** All reviewers by what keeps them from a paper; `there` are on it or proposed for it. */
const standing = z
  .object({ there: count, conflict: count, mustNot: count, gaveBack: count, noTime: count })
  .meta({ id: 'ReviewersOfPaper' })

/** Somebody whose limit is raised; `most` is what they take now at a time. */
const raise = z.array(z.object({ ...named, by: count, most: count.nullable() }))

export const shortage = z
  .object({
    papers: z.array(
      z.object({
        ...paper,
        open: count,
        /** Reviewers that nothing but their load keeps from it. */
        eligible: count,
        why: z.enum(causes),
        standing,
        /** Of these papers, this one among them, those who may review them can fill only so many seats. */
        bottleneck: z.object({ papers: count, seats: count, fillable: count }).nullable(),
        /** Who would suit it best and is kept from it, a few. */
        kept: z.array(z.object({ ...named, why: z.enum(obstacles), reason: z.string() })),
      }),
    ),
    /** Seats to be filled, and what all reviewers together have time for. */
    seats: count,
    room: count,
    /** The fewest raises of limits; seats that stay open even then. */
    raise,
    missing: count,
    /** The fewest pairs that must not be to allow; seats that stay open even then. */
    lift: z.object({ pairs: z.array(z.object({ ...paper, ...named })), missing: count }),
    /** So many more reviewers without conflicts fill all; null: nobody may take a paper. */
    invite: count.nullable(),
    /** All is filled with so many reviews a paper fewer; null: not with one at least. */
    fewer: count.nullable(),
  })
  .meta({ id: 'AssignmentShortage' })

export const inexperienced = z
  .object({
    papers: z.array(z.object({ ...paper, why: z.enum(['nobody', 'loads']), standing })),
    /** The fewest raises that fill every seat and give every paper somebody experienced; papers without even then. */
    raise,
    missing: count,
    /** So many more experienced reviewers without conflicts mend all. */
    invite: count.nullable(),
  })
  .meta({ id: 'ExperiencedShortage' })
