import type { Ctx } from '#server/core/ctx.ts'
import { line } from '#server/core/message.ts'
import { dayOfYearIn, deadlineFor, inZone } from '#server/features/settings/deadline.ts'

/** What messages about a submission can name, with the same words in all of them. */
export const theSubmission = {
  abstractId: line('the abstract’s number', 'A26-0007'),
  paperId: line('the Paper ID', 'P26-0007-I'),
  submission: line('the number, and the title where there is one', 'P26-0007-I “Bridges of the North”'),
  /** As `submission`, before there is a paper. */
  abstract: line('the number, and the title where there is one', 'A26-0007 “Bridges of the North”'),
}

/** When a review is due, where anything says so. */
export const reviewBy = {
  ...line('the moment it is due', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
  optional: true,
} as const

/** When reviews were due, where none is taken any more. */
export const reviewsClosed = {
  // Either this or `reviewBy`: what is made up is ahead.
  ...line('the deadline for reviews, where it has passed and the organisers must set another one', ''),
  optional: true,
} as const

/** What a submission is called: its Paper ID once there is a paper. */
export const nameOf = (s: { paperRound: number; paperId: string; id: string }): string =>
  s.paperRound > 0 ? s.paperId : s.id

/** A submission as `{submission}` names it. */
export const quoted = (id: string, title: string): string => (title === '' ? id : `${id} “${title}”`)

/** What an author is to upload now, and by when. */
export const uploadBy = {
  placeholders: (what: string) => ({
    what: line('what is to be done, and by which day where there is a deadline', `${what} by 3 May`),
    due: {
      ...line(
        'the moment of the deadline, where there is one',
        '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)',
      ),
      optional: true as const,
    },
  }),
  /** `dueAt` null: there is no deadline. `timeZone` is the conference's. */
  of: (what: string, dueAt: Date | null, timeZone: string) =>
    dueAt === null
      ? { what, due: '' }
      : { what: `${what} by ${dayOfYearIn(dueAt, timeZone)}`, due: inZone(dueAt, timeZone) },
}

/** The same where the deadline has passed: nothing is taken until the author is given more time. */
export const uploadLate = {
  placeholders: {
    closed: line('the deadline, which has passed', '3 May 2026 at 23:59 (Europe/Zurich, UTC+02:00)'),
  },
  /** `notice`: in a notification, which knows no address to write to. */
  words: (deadline: 'paper' | 'resubmission', what: string) => {
    const next = (ask: string) =>
      `The deadline for ${deadlineFor[deadline]} was {closed}, and nothing is taken after it.\n\nWhat to do now: ${ask}. Once you have it, ${what}.`
    return {
      next: next('write to {support} and ask for more time'),
      notice: next('ask the organisers for more time'),
      button: 'See your submission',
    }
  },
  of: (missed: Date, timeZone: string) => ({ closed: inZone(missed, timeZone) }),
}

/** What each decision has its author upload. */
export const uploads = {
  abstract_approve: { what: 'upload your full paper', deadline: 'paper' },
  abstract_request_change: { what: 'upload a revised abstract', deadline: 'resubmission' },
  paper_request_change: { what: 'upload your revised paper', deadline: 'resubmission' },
} as const

/** The same by a message's key, also of one that says that it is too late; undefined: nothing is to be uploaded. */
export const uploadOf = (key: string): (typeof uploads)[keyof typeof uploads] | undefined =>
  Object.entries(uploads).find(([one]) => one === key.replace(/_late$/, ''))?.[1]

/** As many numbers as a sentence holds, and how many more. */
export function someOf(ids: readonly string[]): string {
  const shown = ids.slice(0, 20).join(', ')
  return ids.length > 20 ? `${shown} and ${ids.length - 20} more` : shown
}

/** Where a reviewer reads a paper and writes their review. */
export const reviewerLink = (ctx: Ctx, paperId: string): string =>
  `${ctx.config.publicUrl}/reviewer?view=paper&paperId=${encodeURIComponent(paperId)}`

/** The author's page about it. */
export const authorLink = (ctx: Ctx, abstractId: string): string =>
  `${ctx.config.publicUrl}/author?view=details&abstractId=${encodeURIComponent(abstractId)}`

/** Where an organiser finds a submission: its paper, or before there is one its abstract. */
export const organiserLink = (ctx: Ctx, s: { paperRound: number; paperId: string; id: string }): string =>
  s.paperRound > 0
    ? `${ctx.config.publicUrl}/admin/papers?view=paper&paperId=${encodeURIComponent(s.paperId)}`
    : `${ctx.config.publicUrl}/admin?view=abstract&abstractId=${encodeURIComponent(s.id)}`

/** Several papers named in one message: as many ids as a sentence holds, and how many more. */
export const severalPapers = {
  placeholders: {
    count: line('how many papers', '3 papers'),
    papers: line('their Paper IDs', 'P26-0007-I, P26-0008-G and P26-0009-E'),
    short: line('the first Paper ID, and how many more', 'P26-0007-I and 2 more'),
  },
  of: (paperIds: readonly string[]) => ({
    count: paperIds.length === 1 ? '1 paper' : `${paperIds.length} papers`,
    papers: someOf(paperIds),
    short: paperIds.length > 1 ? `${paperIds[0] ?? ''} and ${paperIds.length - 1} more` : (paperIds[0] ?? ''),
  }),
}
