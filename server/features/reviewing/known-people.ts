import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import publicDomains from 'email-providers/all.json' with { type: 'json' }
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { formerAddresses, invitations, oneTimeTokens, users } from '#server/db/schema.ts'
import { isNobodyElses } from '#server/features/people/address-holder.ts'
import { groupBy } from '#shared/core/group-by.ts'
import { type Known, type Signs, signsOf } from '#shared/reviewing/signs.ts'

/** Everything that the portal knows of who people are, gathered for the rule on conflicts of interest (decisions.md §6). */

const publicSet = new Set<string>(publicDomains)

/** Signs with the mail providers that anybody may use left out. */
export const signs = (known: Known): Signs => signsOf(known, (domain) => publicSet.has(domain))

/** What an account says of who its holder is; over `users`. */
export const account = {
  id: users.id,
  name: users.name,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  organization: users.organization,
  orcid: users.orcid,
}
export type Account = Record<keyof typeof account, string>

/** Addresses of an account beside the one in force. */
export interface Others {
  /** They were invited by it, or had it before. */
  shown: string[]
  /** They asked to change to it and never confirmed it, or had it before and somebody else has it now. */
  unsure: string[]
}

/** An account with its other addresses. */
export function knownOf(one: Account, { shown, unsure }: Others = { shown: [], unsure: [] }): Known {
  return {
    id: one.id,
    names: [one.name, `${one.firstName} ${one.lastName}`],
    addresses: [one.email, ...shown],
    unsure,
    orcids: [one.orcid],
    organizations: [one.organization],
  }
}

/** The signs of some accounts, by id. */
export async function signsOfAccounts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Signs>> {
  const rows = await ctx.tx.select(account).from(users).where(anyOf(users.id, ids))
  const others = await otherAddresses(ctx, ids)
  return new Map(rows.map((row) => [row.id, signs(knownOf(row, others.get(row.id)))]))
}

/** The signs of people to be invited, by address as typed: what was typed, and their account where there is one. */
export async function signsOfInvitees(
  ctx: Ctx,
  invitees: readonly { email: string; name?: string | undefined }[],
) {
  const addresses = invitees.map(({ email }) => email.toLowerCase())
  const rows = await ctx.tx
    .select(account)
    .from(users)
    .where(inArray(sql`lower(${users.email})`, addresses))
  const accounts = await signsOfAccounts(
    ctx,
    rows.map(({ id }) => id),
  )
  const accountBy = new Map(rows.map((row) => [row.email.toLowerCase(), accounts.get(row.id)]))
  return new Map(
    invitees.map(({ email, name = '' }): [string, Signs] => {
      const typed = { id: null, names: [name], addresses: [email], unsure: [], orcids: [], organizations: [] }
      return [email, accountBy.get(email.toLowerCase()) ?? signs(typed)]
    }),
  )
}

/** The other addresses of some accounts, by account. */
export async function otherAddresses(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Others>> {
  if (ids.length === 0) return new Map()
  const asked = ctx.tx
    .select({
      id: oneTimeTokens.userId,
      address: sql<string>`${oneTimeTokens.address}`.as('address'),
      isShown: sql<boolean>`false`.as('is_shown'),
    })
    .from(oneTimeTokens)
    .where(and(anyOf(oneTimeTokens.userId, ids), isNotNull(oneTimeTokens.address)))
  const invited = ctx.tx
    .select({
      id: invitations.acceptedBy,
      address: sql<string>`${invitations.email}`.as('address'),
      isShown: isNobodyElses({
        address: sql`invitations.email`,
        id: sql`invitations.accepted_by`,
        until: sql`invitations.accepted_at`,
      }).as('is_shown'),
    })
    .from(invitations)
    .where(anyOf(invitations.acceptedBy, ids))
  const former = ctx.tx
    .select({
      id: sql<string | null>`${formerAddresses.userId}`.as('id'),
      address: sql<string>`${formerAddresses.email}`.as('address'),
      isShown: isNobodyElses({
        address: sql`former_addresses.email`,
        id: sql`former_addresses.user_id`,
        until: sql`former_addresses.until`,
      }).as('is_shown'),
    })
    .from(formerAddresses)
    .where(anyOf(formerAddresses.userId, ids))
  const rows = await union(asked, invited, former)
  const by = groupBy(rows, ({ id }) => id ?? '')
  const among = (theirs: typeof rows, which: boolean) =>
    theirs.flatMap(({ address, isShown }) => (isShown === which ? [address] : []))
  return new Map([...by].map(([id, of]) => [id, { shown: among(of, true), unsure: among(of, false) }]))
}
