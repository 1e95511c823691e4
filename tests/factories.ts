import PDFDocument from 'pdfkit'
import { users } from '#server/db/schema.ts'
import { personById } from '#server/features/people/find-person.ts'
import { hashPassword } from '#server/features/people/passwords.ts'
import { openSession } from '#server/features/people/sessions.ts'
import type { Role } from '#shared/core/roles.ts'
import { login } from '#shared/people/contract.ts'
import type { TestPortal } from './test-portal.ts'

export interface MadePerson {
  id: string
  name: string
  email: string
  password: string
  token: string
  refreshToken: string
  role: Role
}

interface PersonTraits {
  role: Role
  name?: string
  email?: string
  organization?: string
  isStaff?: boolean
  /** An unfinished profile or address, for the tests about those. */
  incomplete?: boolean
  unverified?: boolean
}

export const PASSWORD = 'correct horse battery'
let hashed: Promise<string> | undefined
/** How many people each portal was given: what they are called does not depend on which files ran before. */
const made = new WeakMap<TestPortal, number>()

/** A person with a finished profile and a session. Each has an organisation and mail domain of their own. */
export async function makePerson(t: TestPortal, traits: PersonTraits): Promise<MadePerson> {
  const number = (made.get(t) ?? 0) + 1
  made.set(t, number)
  const name = traits.name ?? `Person ${number}`
  const email = traits.email ?? `person${number}@university${number}.example`
  hashed ??= hashPassword(PASSWORD)
  const passwordHash = await hashed
  const id = await t.transact(async (ctx) => {
    const userId = ctx.newId()
    await ctx.tx.insert(users).values({
      id: userId,
      email,
      name,
      passwordHash,
      role: traits.role,
      isStaff: traits.isStaff ?? false,
      firstName: traits.incomplete ? '' : (name.split(' ')[0] ?? name),
      lastName: traits.incomplete ? '' : (name.split(' ').at(-1) ?? name),
      organization: traits.incomplete ? '' : (traits.organization ?? `University ${number}`),
      emailVerifiedAt: traits.unverified ? null : ctx.now,
      createdAt: ctx.now,
    })
    return userId
  })
  const session = traits.unverified ? { token: '', refreshToken: '' } : await openedFor(t, id)
  return { id, name, email, password: PASSWORD, role: traits.role, ...session }
}

/** An access token, by the real log-in. */
export async function logIn(t: TestPortal, email: string, password: string): Promise<string> {
  return (await sessionOf(t, email, password)).token
}

/** The tokens of a real log-in. */
export async function sessionOf(t: TestPortal, email: string, password: string) {
  const answer = await t.call(login, { body: { email, password } })
  if (answer.status !== 200)
    throw new Error(`log-in of ${email} answered ${answer.status}: ${answer.refusal.message}`)
  const { token, refreshToken } = answer.body
  return { token, refreshToken }
}

/** Whose links somebody's are: those of the session that they have. */
export function holderOf({ id, refreshToken }: Pick<MadePerson, 'id' | 'refreshToken'>) {
  return { userId: id, sessionId: refreshToken.split('.')[0] ?? '' }
}

/** As {@link holderOf}, in a session that is opened for it, past the log-in. */
export async function newHolder(t: TestPortal, id: string) {
  return holderOf({ id, ...(await openedFor(t, id)) })
}

/** The tokens of a session that is opened as the log-in does once the password was right: argon2id takes the most of a log-in. */
async function openedFor(t: TestPortal, id: string) {
  const tokens = await t.transact(async (ctx) => {
    const person = await personById(ctx, id)
    return person && openSession(ctx, person, false)
  })
  if (tokens === undefined) throw new Error('no session was opened')
  return tokens
}

/** A small real PDF. */
export async function makePdf(
  given: { title?: string; pages?: number; text?: string; heading?: string } = {},
): Promise<Buffer> {
  const document = new PDFDocument({ info: { Title: given.title ?? '' }, autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()))
  for (let page = 1; page <= (given.pages ?? 1); page += 1) {
    document.addPage()
    if (given.heading !== undefined) document.fontSize(18).text(given.heading).fontSize(11)
    document.text(given.text ?? `Page ${page} of a paper about bridges.`)
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}
