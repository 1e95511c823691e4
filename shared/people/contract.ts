import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { orcid } from '#shared/core/orcid.ts'
import { message } from '#shared/core/page.ts'
import { permissionSchema, roleSchema } from '#shared/core/roles.ts'
import {
  emailOr,
  line,
  newPassword,
  PASSWORD_MAX,
  passwordOr,
  requiredText,
  seenLine,
  typedEmail,
  verbatim,
} from '#shared/core/text.ts'
import { passkeyProof } from './passkey.ts'

/** Public calls of registration and log-in, and one's own profile. */

const LOGIN_FIELDS = 'Please fill in all fields(email,password)!'
const SIGNUP_FIELDS = 'Please fill in all required fields.'
const PROFILE_FIELDS = 'Please complete all required fields'
const typedPassword = verbatim(PASSWORD_MAX, LOGIN_FIELDS).min(1, LOGIN_FIELDS)
/** A code of two-step verification as typed, with the spaces and dashes that people put in. */
export const factorCode = requiredText(40, 'Enter the code.')
const linkToken = z.string().min(1).max(200)

const profile = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    organization: z.string(),
    phone: z.string(),
    orcid: z.string(),
    photoUrl: z.string().nullable(),
  })
  .meta({ id: 'Profile' })

/** The current user (portal.md §3), with what the profile screen shows beside. */
export const currentUser = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
    roles: z.array(permissionSchema),
    isProfileComplete: z.boolean(),
    /** An organiser who has to turn two-step verification on before anything of the desk opens (decisions.md §4). */
    needsSecondFactor: z.boolean(),
    profile,
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof currentUser>

const tokens = z.object({ token: z.string(), refreshToken: z.string() })
/** Kept by a device and sent with its next log-in: others' wrong guesses do not count there. It opens nothing. */
const deviceKey = z.string().max(200)

export const registration = z.object({
  name: seenLine(200, SIGNUP_FIELDS),
  email: emailOr(SIGNUP_FIELDS),
  password: passwordOr(SIGNUP_FIELDS),
})
export const reviewerRegistration = registration.extend({
  pin: requiredText(40, SIGNUP_FIELDS),
  /** The token of the mailed link, when the person came by it. */
  invitation: linkToken.optional(),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  tag: 'Account',
  summary: 'Registers an author and mails a verification link. Never tells whether the address is known.',
  access: 'public',
  body: registration,
  answer: message,
  refusals: ['weak_password', 'too_many'],
})

export const registerReviewer = endpoint({
  method: 'POST',
  path: '/api/auth/register-reviewer',
  tag: 'Account',
  summary: 'Registers an invited reviewer; an author with the right password and PIN becomes both.',
  access: 'public',
  body: reviewerRegistration,
  answer: message,
  refusals: ['weak_password', 'invalid_pin', 'too_many'],
})

/** Where an invitation stands, as its link tells; `unknown` is a link that a newer mail replaced, or none of ours. */
export const invitationStandings = ['open', 'expired', 'accepted', 'revoked', 'unknown'] as const

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  tag: 'Account',
  summary: 'Where an invitation stands, for who came by its link. Uses nothing up and changes nothing.',
  access: 'public',
  body: z.object({ invitation: linkToken }),
  answer: z.object({
    state: z.enum(invitationStandings),
    /** As the organisers gave it, while the invitation is open; else empty. */
    name: z.string(),
  }),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  tag: 'Account',
  summary:
    'Opens a session. `remember` keeps it for 30 days instead of 24 hours. Who has two-step verification is refused `second_factor_needed` without a `code` or `passkey`; its details say which there are, with what the browser needs for a passkey.',
  access: 'public',
  body: z.object({
    email: typedEmail(LOGIN_FIELDS),
    password: typedPassword,
    remember: z.boolean().default(false),
    /** The second step: a code of the app, or a recovery code. */
    code: factorCode.optional(),
    /** Or what a passkey of theirs signed. */
    passkey: passkeyProof.optional(),
    device: deviceKey.optional(),
  }),
  answer: tokens.extend({ device: deviceKey, message: z.string() }),
  refusals: [
    'wrong_credentials',
    'email_not_verified',
    'account_disabled',
    'second_factor_needed',
    'too_many',
  ],
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  tag: 'Account',
  summary: 'Exchanges a refresh token for new tokens; an old one, used again, ends the session.',
  access: 'public',
  body: z.object({ refreshToken: z.string().min(1).max(500) }),
  answer: tokens,
  refusals: ['refresh_failed'],
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/auth/logout',
  tag: 'Account',
  summary: 'Ends the session of the bearer token.',
  access: 'signed-in',
  answer: message,
})

export const logoutByPost = endpoint({ ...logout, method: 'POST' })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  tag: 'Account',
  summary:
    'Mails a link to set a new password, if the address has an account. The answer is always the same.',
  access: 'public',
  body: z.object({ email: emailOr('Please enter your email.') }),
  answer: message,
  refusals: ['too_many'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  tag: 'Account',
  summary: 'Confirms an address by the mailed token.',
  access: 'public',
  body: z.object({ token: linkToken }),
  answer: message,
  refusals: ['invalid_token'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  tag: 'Account',
  summary: 'Sets a new password by the mailed token and ends all sessions.',
  access: 'public',
  body: z.object({ token: linkToken, password: newPassword }),
  answer: z.object({ device: deviceKey, message: z.string() }),
  refusals: ['invalid_token', 'weak_password'],
})

export const setUp = endpoint({
  method: 'POST',
  path: '/api/auth/set-up',
  tag: 'Account',
  summary: 'Makes the first administrator by the one-time link that a fresh start prints.',
  access: 'public',
  body: registration.extend({ token: linkToken }),
  answer: message,
  refusals: ['invalid_token', 'weak_password', 'wrong_state'],
})

export const me = endpoint({
  method: 'GET',
  path: '/api/me',
  tag: 'Account',
  summary: 'The current user.',
  access: 'signed-in',
  answer: currentUser,
})

export const profileForm = z.object({
  firstName: seenLine(100, PROFILE_FIELDS),
  lastName: seenLine(100, PROFILE_FIELDS),
  organization: seenLine(200, PROFILE_FIELDS),
  phone: line(50).optional(),
  /** Where it is not sent it stays as it is. */
  orcid: orcid.optional(),
})

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/profile',
  tag: 'Account',
  summary: 'Saves one’s own profile.',
  access: 'signed-in',
  body: profileForm,
  answer: message,
})

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/profile/avatar',
  tag: 'Account',
  summary: 'Sets one’s own picture: PNG, JPEG or WEBP, at most 5 MB.',
  access: 'signed-in',
  file: 'avatar',
  answer: z.object({ photoUrl: z.string() }),
  refusals: ['too_large', 'not_an_image', 'harmful_file'],
})

/** A reviewer may add the author role without a PIN (decisions.md §5). */
export const becomeAuthor = endpoint({
  method: 'POST',
  path: '/api/profile/become-author',
  tag: 'Account',
  summary: 'Adds the author role to a reviewer’s account.',
  access: ['reviewer'],
  answer: message,
})
