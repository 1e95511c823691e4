import { plainly } from '#client/api/plainly.ts'
import type * as mails from '#shared/mail/preferences.ts'
import type * as people from '#shared/people/contract.ts'

/** The calls of these screens, without their schemas: those are loaded once a form is touched. */
export const loginCall = plainly<typeof people.login>('POST', '/api/auth/login')
export const registerCall = plainly<typeof people.register>('POST', '/api/auth/register')
export const registerReviewerCall = plainly<typeof people.registerReviewer>(
  'POST',
  '/api/auth/register-reviewer',
)
export const readInvitationCall = plainly<typeof people.readInvitation>('POST', '/api/auth/invitation')
export const forgotPasswordCall = plainly<typeof people.forgotPassword>('POST', '/api/auth/forgot-password')
export const resetPasswordCall = plainly<typeof people.resetPassword>('POST', '/api/auth/reset-password')
export const verifyEmailCall = plainly<typeof people.verifyEmail>('POST', '/api/auth/verify-email')
export const setUpCall = plainly<typeof people.setUp>('POST', '/api/auth/set-up')
export const readUnsubscribeCall = plainly<typeof mails.readUnsubscribe>(
  'GET',
  '/api/unsubscribe/{link}/standing',
)
export const unsubscribeCall = plainly<typeof mails.unsubscribe>('POST', '/api/unsubscribe/{link}')

/** The contract itself, when its schemas are needed. */
export const contract = () => import('#shared/people/contract.ts')
