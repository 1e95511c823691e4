import type { Timestamp } from '#shared/core/timestamp.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { isLookedAt, shownAs } from './display.ts'

/** What a submission waits for its author to do. */
export interface Step {
  what: 'revisedAbstract' | 'paper' | 'revisedPaper' | 'payment'
  /** Whether it can still be done: not after its deadline with grace. */
  open: boolean
  /** Until when, if there is a deadline. */
  until: Timestamp | null
}

type Given = Parameters<typeof shownAs>[0] & Pick<AbstractItem, 'abilities' | 'nextDeadline'>

/** The author's next step (portal.md §4 "Author-side display rules"); undefined while others have to act, and at the end. */
export function stepOf(item: Given): Step | undefined {
  const { status, letter } = shownAs(item)
  const { abilities, nextDeadline: until } = item
  if (status === 'awaiting_paper') return { what: 'paper', open: abilities.uploadPaper, until }
  if (status === 'awaiting_resubmission') {
    return letter === 'A'
      ? { what: 'revisedAbstract', open: abilities.uploadAbstract, until }
      : { what: 'revisedPaper', open: abilities.uploadPaper, until }
  }
  return abilities.reportPayment && !isLookedAt(item)
    ? { what: 'payment', open: true, until: null }
    : undefined
}

/** The steps of several submissions, the most urgent first: what can be done before what was missed. */
export function stepsOf<Item extends Given>(items: readonly Item[]): { item: Item; step: Step }[] {
  const urgency = ({ open, until }: Step) => (open ? (until?._seconds ?? Number.MAX_SAFE_INTEGER) : Infinity)
  return items
    .flatMap((item) => {
      const step = stepOf(item)
      return step === undefined ? [] : [{ item, step }]
    })
    .sort((a, b) => urgency(a.step) - urgency(b.step))
}
