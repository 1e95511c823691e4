import { may, type Stage, stages } from './states.ts'

/** The deadline of the upload that a stage waits for; undefined: it waits for none. */
export function uploadAwaited(stage: Stage): 'paper' | 'resubmission' | undefined {
  if (may(stage, 'submit_paper')) return 'paper'
  return may(stage, 'resubmit_abstract') || may(stage, 'resubmit_paper') ? 'resubmission' : undefined
}

/** The stages that wait for an upload. */
export const awaitingUpload = stages.filter((stage) => uploadAwaited(stage) !== undefined)
