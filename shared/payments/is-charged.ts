import type { Stage } from '#shared/submissions/states.ts'

/** Whether there is a fee to speak of: the paper is accepted, and paid or to be paid (portal.md §9). */
export function isCharged(stage: Stage): boolean {
  return stage === 'awaiting_payment' || stage === 'complete'
}
