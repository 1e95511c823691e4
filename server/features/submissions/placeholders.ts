import type { Ctx } from '#server/core/ctx.ts'
import { line } from '#server/core/message.ts'

/** What messages about a submission can name, with the same words in all of them. */
export const theSubmission = {
  abstractId: line('the abstract’s number', 'A26-0007'),
  paperId: line('the Paper ID', 'P26-0007-I'),
  submission: line('the number, and the title where there is one', 'P26-0007-I “Bridges of the North”'),
}

/** A submission as `{submission}` names it. */
export const quoted = (id: string, title: string): string => (title === '' ? id : `${id} “${title}”`)

/** The author's page about it. */
export const authorLink = (ctx: Ctx, abstractId: string): string =>
  `${ctx.config.publicUrl}/author?view=details&abstractId=${encodeURIComponent(abstractId)}`
