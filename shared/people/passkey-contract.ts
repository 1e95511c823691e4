import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message } from '#shared/core/page.ts'
import { requiredLine } from '#shared/core/text.ts'
import { ownPassword } from './account-contract.ts'
import { creationOptions, madePasskey } from './passkey.ts'

/** Passkeys: the second step of a log-in by a device or a security key (decisions.md §4; WebAuthn). */

/** What a person calls a passkey of theirs. */
export const passkeyName = requiredLine(60, 'Give the passkey a name.')

export const startPasskey = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/passkeys/options',
  tag: 'Account',
  summary: 'What the browser needs to make a passkey, good once and for five minutes. Nothing changes yet.',
  access: 'signed-in',
  body: z.object({ password: ownPassword }),
  answer: creationOptions,
  refusals: ['wrong_state', 'too_many'],
})

export const addPasskey = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/passkeys',
  tag: 'Account',
  summary:
    'Adds the passkey that the browser made. The first way of two-step verification turns it on, ends all other sessions, and gives the recovery codes, this once.',
  access: 'signed-in',
  body: z.object({ name: passkeyName, passkey: madePasskey }),
  answer: z.object({ message: z.string(), recoveryCodes: z.array(z.string()) }),
  refusals: ['already_exists', 'wrong_state', 'too_many'],
})

export const removePasskey = endpoint({
  hashes: true,
  method: 'POST',
  path: '/api/profile/passkeys/{passkeyId}/remove',
  tag: 'Account',
  summary: 'Takes a passkey away. With the last way of two-step verification it is turned off.',
  access: 'signed-in',
  params: z.object({ passkeyId: uuid }),
  body: z.object({ password: ownPassword }),
  answer: message,
  refusals: ['not_found', 'too_many'],
})
