import type { JudgedRow } from '#client/parts/many/judged-rows.tsx'
import { Button } from '#client/ui/button.tsx'
import { words } from './words.ts'

/** A line of a list that names no pair. */
export interface UnreadLine {
  line: number
  text: string
  problem: string
  /** Papers that may be meant by its mistyped id. */
  likely?: readonly string[]
}

/** It as a row, with the papers that it may mean where one of them can be taken. */
export function unreadRow(
  { line, text, problem, likely = [] }: UnreadLine,
  onMeant?: (line: number, paperId: string) => void,
): JudgedRow {
  const offered =
    onMeant === undefined
      ? []
      : likely.map((paperId) => (
          <Button key={paperId} look="quiet" small onClick={() => onMeant(line, paperId)}>
            {words.isMeant(paperId)}
          </Button>
        ))
  return { key: String(line), name: text, facts: [words.line(line), ...offered], problem }
}
