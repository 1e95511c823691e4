import { getPriority, setPriority } from 'node:os'
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2'
import { answerEach } from '#server/core/lasting-helper.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. argon2id is this package's default. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** What is to be hashed, under a given salt (base64url) or a new one, or held against a hash. */
export type ToHash = { secret: string; salt?: string } | { secret: string; against: string }

/** By how much whoever reads a page goes before whoever logs in; 10 gives them nine times as much of a core that both want. */
const YIELDS = 10
// On Linux 0 is the thread that asks; elsewhere it would be the whole portal.
if (process.platform === 'linux') setPriority(0, Math.min(getPriority(0) + YIELDS, 19))

/** The hash, in base64url where the salt was given; of two that are held together the one given, or nothing where the secret does not fit it. */
answerEach<ToHash, string | undefined>((asked) => {
  if ('against' in asked) return verifySync(asked.against, asked.secret) ? asked.against : undefined
  if (asked.salt === undefined) return hashSync(asked.secret, cost)
  return hashRawSync(asked.secret, { ...cost, salt: Buffer.from(asked.salt, 'base64url') }).toString(
    'base64url',
  )
})
