import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { users } from '#server/db/schema.ts'
import { queueEach, queueMail } from '#server/features/mail/queue-mail.ts'
import { type Called, recipientOf } from '#server/features/mail/recipient.ts'
import type { Role } from '#shared/core/roles.ts'
import type { registration } from '#shared/people/contract.ts'
import { personByEmail } from './find-person.ts'
import { accountDisabled, alreadyRegistered, verifyYourEmail, welcomeMail } from './messages.ts'
import { networkOf } from './network.ts'
import { makeTokens } from './one-time-token.ts'
import { assertStrongEnough, hashPassword } from './passwords.ts'
import { assertNotThrottled, countTry, limits } from './throttle.ts'
import { trying } from './trying.ts'

/** portal.md §2 "Signup". Also the answer for an address that has an account: no call tells whether it is known. */
export const registered = {
  message: 'Account created successfully. Please check your email to verify your account.',
}

type Registration = z.output<typeof registration>

/** No registration is answered sooner, in milliseconds: to write an account takes longer than to tell its owner. */
const EVENLY_MS = 150

/**
 * Registers an author and mails the verification link (decisions.md §4). Whether the address is known is told neither by the
 * answer nor by its time. Refuses 422 `weak_password`, 429.
 */
export async function register(steps: Steps, given: Registration) {
  const evenly = setTimeout(EVENLY_MS)
  await assertStrongEnough(steps, given.password, given)
  const key = `register:${networkOf(steps.origin.address)}`
  const limit = limits.registrationByAddress
  await trying(steps, { [key]: limit }, 'Too many registrations from here. Try again later.', async () => {
    const passwordHash = await hashPassword(given.password)
    await steps.transact(async (ctx) => {
      await countTry(ctx, key, limit)
      const known = await personByEmail(ctx, given.email)
      if (known !== undefined) return tellOwner(ctx, known)
      await createPerson(ctx, { name: given.name, email: given.email, passwordHash, role: 'author' })
    })
  })
  await evenly
  return registered
}

interface NewPerson {
  name: string
  email: string
  /** Null: they choose one themselves, by the mailed link. */
  passwordHash: string | null
  role: Role
  topics?: string[]
  isStaff?: boolean
  firstName?: string
  lastName?: string
  organization?: string
}

/**
 * Writes an account and mails its link: to confirm the address, or to choose a password, which does both. Gives its id.
 * Two at once: the later one changes nothing.
 */
export async function createPerson(ctx: Ctx, person: NewPerson): Promise<string | undefined> {
  return (await createPeople(ctx, [person])).get(person.email)
}

/** As {@link createPerson}, of several with a few statements; the ids of those that were made, by address. */
export async function createPeople(ctx: Ctx, people: readonly NewPerson[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const rows = people.map((person) => ({ ...person, id: ctx.newId(), createdAt: ctx.now }))
  const made = await ctx.tx
    .insert(users)
    .select(rowsInOne(users, rows))
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email })
  const ids = new Map(made.map(({ id, email }) => [email, id]))
  await mailFirstLinks(
    ctx,
    people.flatMap((person) => {
      const id = ids.get(person.email)
      const { firstName = '', lastName = '' } = person
      return id === undefined ? [] : [{ ...person, firstName, lastName, id }]
    }),
  )
  return ids
}

interface Confirming extends Called {
  id: string
  email: string
}

interface Unconfirmed extends Confirming {
  passwordHash: string | null
}

/** Mails a fresh link to somebody whose address is not confirmed; who has no password yet chooses one by it. */
export function mailFirstLink(ctx: Ctx, person: Unconfirmed): Promise<void> {
  return mailFirstLinks(ctx, [person])
}

async function mailFirstLinks(ctx: Ctx, people: readonly Unconfirmed[]): Promise<void> {
  const [chosen, unchosen] = [
    people.filter(({ passwordHash }) => passwordHash !== null),
    people.filter(({ passwordHash }) => passwordHash === null),
  ]
  await mailLinks(ctx, 'verify_email', chosen, verifyYourEmail)
  await mailLinks(ctx, 'welcome', unchosen, welcomeMail)
}

/** Mails a fresh verification link; earlier ones are good no longer. */
export async function mailVerification(ctx: Ctx, person: Confirming): Promise<void> {
  await mailLinks(ctx, 'verify_email', [person], verifyYourEmail)
}

async function mailLinks(
  ctx: Ctx,
  purpose: 'verify_email' | 'welcome',
  people: readonly Confirming[],
  mailOf: (ctx: Ctx, token: string) => Message,
): Promise<void> {
  const tokens = await makeTokens(
    ctx,
    purpose,
    people.map(({ id }) => id),
  )
  await queueEach(
    ctx,
    people.map((person) => ({
      to: recipientOf(person),
      message: mailOf(ctx, tokens.get(person.id) ?? ''),
    })),
  )
}

type Owner = Called & { email: string; disabledAt: Date | null }

/**
 * Tells the owner of an address that somebody tried to take it for an account, or that theirs is disabled; at most one mail
 * a minute.
 */
export async function tellOwner(ctx: Ctx, owner: Owner): Promise<void> {
  const key = `mail:already:${owner.email.toLowerCase()}`
  try {
    await assertNotThrottled(ctx, [key], '')
  } catch {
    return
  }
  await countTry(ctx, key, limits.mail)
  const { disabledAt, email } = owner
  const message = disabledAt === null ? alreadyRegistered(ctx, email) : accountDisabled(ctx)
  await queueMail(ctx, recipientOf(owner), message)
}
