import type { z } from 'zod'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { rowsInOne } from '#server/db/rows-in-one.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { type Called, recipientOf } from '#server/features/mail/recipient.ts'
import type { Role } from '#shared/core/roles.ts'
import type { registration } from '#shared/people/contract.ts'
import { evenly } from './evenly.ts'
import { personByEmail } from './find-person.ts'
import { mailFirstLinks } from './first-links.ts'
import { accountDisabled, alreadyRegistered } from './messages.ts'
import { networkOf } from './network.ts'
import { oneByOne } from './one-by-one.ts'
import { assertStrongEnough, hashPassword, verifyPassword } from './passwords.ts'
import { isUnconfirmed, registerAgain, waitingHash } from './register-again.ts'
import { countTries, limits } from './throttle.ts'
import { trying } from './trying.ts'
import { mayMailUnasked } from './unasked-mail.ts'

/** portal.md §2 "Signup". Also the answer for an address that has an account: no call tells whether it is known. */
export const registered = {
  message: 'Account created successfully. Please check your email to verify your account.',
}

type Counting = (ctx: Ctx) => Promise<void>
type Registration = z.output<typeof registration>

/** How often an account may become another while it is registered. */
const ROUNDS = 4

/**
 * Registers an author and mails the verification link (decisions.md §4). Whether the address is known is told neither by the
 * answer nor by its time. Of an account that waits to be confirmed, a second registration with another password leaves
 * neither (register-again.ts). Refuses 422 `weak_password`, 429.
 */
export async function register(steps: Steps, given: Registration) {
  const even = evenly()
  await assertStrongEnough(steps, given.password, given)
  const key = `register:${networkOf(steps.origin.address)}`
  const limitsOf = { [key]: limits.registrationByAddress }
  const message = 'Too many registrations from here.'
  const count: Counting = (ctx) => countTries(ctx, limitsOf, message)
  const settle = async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      if (await isSettled(steps, given, { count, isFirst: round === 0 })) return
    throw new AppError('unavailable', 'Somebody registers this address at the same moment. Try again.')
  }
  // Of one address one after the other, known or not: by how long several at once take nobody tells which it is.
  await trying(steps, limitsOf, message, () => oneByOne(steps.config, given.email.toLowerCase(), settle))
  await even
  return registered
}

/**
 * Writes a registration down, unless the account became another while the password was hashed: then false. After the first
 * time, which another process may have come between, a password that was compared with another one counts as another.
 */
async function isSettled(
  steps: Steps,
  { name, email, password }: Registration,
  { count, isFirst }: { count: Counting; isFirst: boolean },
) {
  const waiting = waitingHash(await steps.alone((ctx) => personByEmail(ctx, email)))
  // One hash either way: the time does not tell which.
  const passwordHash = waiting === null ? await hashPassword(password) : null
  const fits = waiting !== null && (await verifyPassword(waiting, password))
  return steps.transact(async (ctx) => {
    const known = await personByEmail(ctx, email)
    const isSame = waitingHash(known) === waiting
    if (!isSame && (isFirst || known === undefined)) return false
    if (known === undefined) {
      const id = await createPerson(ctx, { name, email, passwordHash, role: 'author' })
      if (id === undefined) return false
    } else if ((isSame && fits) || !isUnconfirmed(known)) await tellOwner(ctx, known)
    else if (!(await registerAgain(ctx, known, name))) return false
    await count(ctx)
    return true
  })
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

type Owner = Called & { email: string; disabledAt: Date | null }

/**
 * Tells the owner of an address that somebody tried to take it for an account, or that theirs is disabled; no more
 * often than `mayMailUnasked` lets.
 */
export async function tellOwner(ctx: Ctx, owner: Owner): Promise<void> {
  const { disabledAt, email } = owner
  const message = disabledAt === null ? alreadyRegistered(ctx, email) : accountDisabled(ctx)
  if (!(await mayMailUnasked(ctx, email, message.kind.key))) return
  await queueMail(ctx, recipientOf(owner), message)
}
