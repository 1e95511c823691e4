import type { Config } from '#client/api/config.ts'
import { defaultConferenceName } from '#shared/settings/default-name.ts'

/** What is to be set up before the first submission, in the order it is best done. */
export type SetUpStep = 'name' | 'deadline' | 'fee' | 'reviewers' | 'mails'

/** What tells how far a conference is set up; undefined is not known, or not yet. */
interface Known {
  config: Pick<Config, 'conferenceName' | 'feeAmount' | 'deadlines' | 'sendsMail'> | undefined
  /** How many review, and how many were asked to. */
  reviewers: number | undefined
  invitations: number | undefined
}

/** Each step, and whether it is done. */
export function setUpSteps({ config, reviewers, invitations }: Known) {
  const done: Record<SetUpStep, boolean | undefined> = {
    name: config && config.conferenceName !== defaultConferenceName,
    deadline: config && config.deadlines.abstract !== null,
    fee: config && config.feeAmount !== '',
    reviewers: reviewers === undefined || invitations === undefined ? undefined : reviewers + invitations > 0,
    mails: config?.sendsMail,
  }
  const order = ['name', 'deadline', 'fee', 'reviewers', 'mails'] as const satisfies readonly SetUpStep[]
  return order.map((step) => ({ step, done: done[step], optional: step === 'fee' }))
}

/** The first step that is still to be done; a conference may want no fee, so that waits for nobody. */
export function nextSetUpStep(steps: ReturnType<typeof setUpSteps>): SetUpStep | undefined {
  return steps.find(({ done, optional }) => done === false && !optional)?.step
}
