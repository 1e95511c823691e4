/** Where a mail stands; `kept` is without a mail server, `discarded` was held and never sent. */
export const emailStates = ['held', 'queued', 'sent', 'failed', 'bounced', 'kept', 'discarded'] as const
export type EmailState = (typeof emailStates)[number]

/**
 * What can happen to a mail after it was written. `put_off`: the try failed and another follows; `failed`: no other
 * follows; `bounced`, `delayed` and `complained` come from the provider, the last five are an organiser's.
 */
export const emailDeeds = [
  'sent',
  'put_off',
  'failed',
  'kept',
  'bounced',
  'delayed',
  'complained',
  'held',
  'edited',
  'released',
  'discarded',
  'resent',
] as const
export type EmailDeed = (typeof emailDeeds)[number]

/** A line above a mail's text, as a reader of a mail server's log knows it. */
export interface HeaderLine {
  name: string
  value: string
}

/** What goes with a mail: it is made when the mail is sent, so that the outbox holds no files. */
export interface Attached {
  kind: 'receipt'
  id: string
  /** `R26-0007.pdf` */
  fileName: string
}

/** The facts in a held mail that may change before it goes, by their placeholder: what an organiser knows them as. */
export const changingFacts = {
  due: 'the due date',
  closed: 'the deadline that has passed',
  arrived: 'the money to be looked at',
  fee: 'the fee',
  paymentPage: 'the payment page',
  paymentInstructions: 'the payment instructions',
  submission: 'the submission’s name',
} as const
export type ChangingFact = keyof typeof changingFacts

/** What a held mail was told of each: at first, and at each change of its words. */
export type ToldFacts = Partial<Record<ChangingFact, string[]>>
