import type { JudgedRow } from '#client/parts/many/judged-rows.tsx'
import type { JudgedAssignment } from '#shared/assigning/contract.ts'
import { words } from './words.ts'

/** A judged pair as a row, with the line of the list that it stands on. */
export function pairRow(
  { paperId, reviewerId, title, reviewer, problem, warning }: JudgedAssignment,
  line?: number,
): JudgedRow {
  return {
    key: `${paperId} ${reviewerId}`,
    name: `${paperId} · ${reviewer ?? reviewerId}`,
    facts: [line !== undefined && words.line(line), title, problem?.overridable && words.yields, warning],
    problem: problem?.message ?? null,
  }
}
