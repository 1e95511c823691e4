import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { ownPassword } from './account-contract.ts'
import { factorCode } from './contract.ts'

/** Two-step verification: a code of an app (RFC 6238) or a passkey beside the password (decisions.md §4). */

const recoveryCodes = z.array(z.string())

const passkey = z
  .object({ id: z.string(), name: z.string(), addedAt: timestamp, usedAt: timestamp.nullable() })
  .meta({ id: 'Passkey' })

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/profile/second-factor',
  tag: 'Account',
  summary:
    'Whether one’s own log-in asks for a second step, since when, by an app or by which passkeys, and how many recovery codes are left.',
  access: 'signed-in',
  answer: z.object({
    since: timestamp.nullable(),
    /** Since when an authenticator app's codes are taken. */
    appSince: timestamp.nullable(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.number().int(),
  }),
})

export const startSecondFactor = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/second-factor',
  tag: 'Account',
  summary:
    'Begins to set an authenticator app up: its secret, as a key and as the address of a QR code. Nothing changes until a code confirms it.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: z.object({ key: z.string(), uri: z.string() }),
  refusals: ['wrong_state', 'too_many'],
})

export const confirmSecondFactor = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/second-factor/confirm',
  tag: 'Account',
  summary:
    'Takes the app by a first code. The first way of two-step verification turns it on, ends all other sessions, and gives the recovery codes, this once.',
  access: 'signed-in',
  body: z.object({ code: factorCode }),
  answer: z.object({ message: z.string(), recoveryCodes }),
  refusals: ['wrong_state', 'too_many'],
})

export const renewRecoveryCodes = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/second-factor/recovery-codes',
  tag: 'Account',
  summary: 'New recovery codes in place of all earlier ones.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: z.object({ message: z.string(), recoveryCodes }),
  refusals: ['wrong_state', 'too_many'],
})

export const endSecondFactor = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/second-factor/end',
  tag: 'Account',
  summary:
    'Takes the authenticator app away. Without a passkey two-step verification is off then, and the password is enough again.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: message,
  refusals: ['wrong_state', 'too_many'],
})
