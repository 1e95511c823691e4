import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { ownPassword } from './account-contract.ts'
import { factorCode } from './contract.ts'

/** Two-step verification: a code beside the password (decisions.md §4; RFC 6238). */

const recoveryCodes = z.array(z.string())

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/profile/second-factor',
  tag: 'Account',
  summary: 'Whether one’s own log-in asks for a code, since when, and how many recovery codes are left.',
  access: 'signed-in',
  answer: z.object({ since: timestamp.nullable(), recoveryCodesLeft: z.number().int() }),
})

export const startSecondFactor = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/second-factor',
  tag: 'Account',
  summary:
    'Begins to set two-step verification up: the secret for an authenticator app, as a key and as the address of a QR code. Nothing changes until a code confirms it.',
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
    'Turns two-step verification on by a first code, ends all other sessions, and gives the recovery codes, this once.',
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
  summary: 'Turns two-step verification off: the password is enough again.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: message,
  refusals: ['wrong_state', 'too_many'],
})
