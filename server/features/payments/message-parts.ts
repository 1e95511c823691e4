import type { Submission } from '#server/features/submissions/access.ts'
import { quoted } from '#server/features/submissions/placeholders.ts'

/** What of the fee is there, and what is due: `100.00 EUR` each; null: organisers look at what is there first. */
export interface Part {
  received: string
  due: string | null
}
/** A submission as messages about its payment name it. */
export const named = (s: Submission) => ({ paperId: s.paperId, submission: quoted(s.paperId, s.title) })
