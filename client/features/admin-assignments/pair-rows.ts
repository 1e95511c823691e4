import type { JudgedRow } from '#client/parts/many/judged-rows.tsx'
import type { JudgedAssignment } from '#shared/assigning/contract.ts'
import { words } from './words.ts'

/** A judged pair as a row. */
export function pairRow({
  paperId,
  reviewerId,
  title,
  reviewer,
  problem,
  warning,
}: JudgedAssignment): JudgedRow {
  return {
    key: `${paperId} ${reviewerId}`,
    name: `${paperId} · ${reviewer ?? reviewerId}`,
    facts: [title, problem?.overridable && words.yields, warning],
    problem: problem?.message ?? null,
  }
}
