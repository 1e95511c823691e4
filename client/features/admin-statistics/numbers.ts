import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { statistics } from '#shared/statistics/contract.ts'

/** What each plot is given. */
export interface Numbers {
  numbers: AnswerOf<typeof statistics>
}
