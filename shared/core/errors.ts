import { z } from 'zod'

/**
 * Every refusal the portal can answer, with its HTTP status (decisions.md §3). The code is stable and for
 * programs; the message beside it is for a person.
 */
export const errorStatus = {
  malformed: 400,
  not_authenticated: 401,
  token_expired: 401,
  wrong_credentials: 401,
  refresh_failed: 401,
  forbidden: 403,
  email_not_verified: 403,
  second_factor_needed: 403,
  account_disabled: 403,
  not_found: 404,
  file_missing: 404,
  wrong_state: 409,
  deadline_passed: 409,
  already_exists: 409,
  stale: 409,
  not_the_fee: 409,
  conflict_of_interest: 409,
  key_reused: 409,
  key_in_progress: 409,
  key_unreadable: 409,
  too_large: 413,
  quota_reached: 413,
  not_a_pdf: 415,
  not_an_image: 415,
  unsupported_media_type: 415,
  invalid: 422,
  encrypted_pdf: 422,
  broken_pdf: 422,
  too_many_pages: 422,
  harmful_file: 422,
  invalid_token: 422,
  invalid_pin: 422,
  weak_password: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every refusal. */
export const errorBody = z.object({
  message: z.string().meta({ description: 'For a person' }),
  error: z.string().meta({ description: 'Stable code, for programs' }),
  needEmailVerification: z.boolean().optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.output<typeof errorBody>
