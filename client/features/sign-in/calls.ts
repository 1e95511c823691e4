import { openly } from '#client/api/plainly.ts'
import type * as mails from '#shared/mail/preferences.ts'
import type * as people from '#shared/people/contract.ts'

/** The calls of these screens, without their schemas: those are loaded once a form is touched. */
export const loginCall = openly<typeof people.login>('POST', '/api/auth/login')
export const registerCall = openly<typeof people.register>('POST', '/api/auth/register')
export const registerReviewerCall = openly<typeof people.registerReviewer>(
  'POST',
  '/api/auth/register-reviewer',
)
export const readInvitationCall = openly<typeof people.readInvitation>('POST', '/api/auth/invitation')
export const forgotPasswordCall = openly<typeof people.forgotPassword>('POST', '/api/auth/forgot-password')
export const resetPasswordCall = openly<typeof people.resetPassword>('POST', '/api/auth/reset-password')
export const verifyEmailCall = openly<typeof people.verifyEmail>('POST', '/api/auth/verify-email')
export const setUpCall = openly<typeof people.setUp>('POST', '/api/auth/set-up')
export const readUnsubscribeCall = openly<typeof mails.readUnsubscribe>(
  'GET',
  '/api/unsubscribe/{link}/standing',
)
export const unsubscribeCall = openly<typeof mails.unsubscribe>('POST', '/api/unsubscribe/{link}')

/** The contract itself, when its schemas are needed. */
export const contract = () => import('#shared/people/contract.ts')
