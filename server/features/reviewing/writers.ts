import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { coAuthors, submissions, users } from '#server/db/schema.ts'
import { standing } from '#server/features/submissions/access.ts'
import type { Writer } from '#shared/reviewing/conflict.ts'
import { allAddresses, identityKeys, type Known, type Signs } from '#shared/reviewing/signs.ts'
import { type Account, account, knownOf, type Others, otherAddresses, signs } from './known-people.ts'

/** What an author says of a co-author. */
const coAuthor = {
  submissionId: coAuthors.submissionId,
  name: coAuthors.name,
  email: coAuthors.email,
  organization: coAuthors.organization,
  orcid: coAuthors.orcid,
}
type CoAuthor = Record<keyof typeof coAuthor, string>

/** Who wrote some submissions, by submission id, the author first; a co-author with their account where the address has one. */
export async function writersOf(ctx: Ctx, submissionIds: readonly string[]): Promise<Map<string, Writer[]>> {
  const authors = await ctx.tx
    .select({ submissionId: submissions.id, account })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(anyOf(submissions.id, submissionIds))
  const named = await ctx.tx
    .select(coAuthor)
    .from(coAuthors)
    .where(anyOf(coAuthors.submissionId, submissionIds))
    .orderBy(asc(coAuthors.submissionId), asc(coAuthors.position))
  const byAddress = await accountsBy(ctx, [
    ...new Set(named.flatMap(({ email }) => email.toLowerCase() || [])),
  ])
  const others = named.map((row) => ({ row, account: byAddress.get(row.email.toLowerCase()) ?? null }))
  const accounts = [...authors, ...others].flatMap((row) => row.account ?? [])
  const addresses = await otherAddresses(ctx, [...new Set(accounts.map(({ id }) => id))])
  const ofAccount = new Map<string, Signs>()
  for (const one of accounts) {
    if (!ofAccount.has(one.id)) ofAccount.set(one.id, signs(knownOf(one, addresses.get(one.id))))
  }
  const found = new Map<string, Writer[]>()
  const add = (id: string, writer: Writer) => found.set(id, [...(found.get(id) ?? []), writer])
  for (const { submissionId, account: one } of authors) {
    add(submissionId, {
      signs: ofAccount.get(one.id) ?? signs(knownOf(one)),
      name: one.name,
      part: 'author',
    })
  }
  for (const { row, account: one } of others) {
    add(row.submissionId, {
      signs: signs(coAuthorKnown(row, one, addresses)),
      name: row.name,
      part: 'co-author',
    })
  }
  return found
}

/** Accounts by their address in small letters. Asked for by the addresses: a join would read every account. */
async function accountsBy(ctx: Ctx, addresses: readonly string[]): Promise<Map<string, Account>> {
  if (addresses.length === 0) return new Map()
  const rows = await ctx.tx
    .select(account)
    .from(users)
    .where(
      sql`${users.id} = any(array(select u.id from unnest(${sql.param(addresses)}::text[]) address, lateral (
        select id from users where lower(email) = address offset 0) u))`,
    )
  return new Map(rows.map((row) => [row.email.toLowerCase(), row]))
}

/** A co-author as the author named them, with what their account says beside. */
function coAuthorKnown(row: CoAuthor, one: Account | null, addresses: ReadonlyMap<string, Others>): Known {
  const own = one === null ? undefined : knownOf(one, addresses.get(one.id))
  return {
    id: own?.id ?? null,
    names: [row.name, ...(own?.names ?? [])],
    addresses: [row.email, ...(own?.addresses ?? [])],
    unsure: own?.unsure ?? [],
    orcids: [row.orcid, ...(own?.orcids ?? [])],
    organizations: [row.organization, ...(own?.organizations ?? [])],
  }
}

/** With whom each of some people wrote a submission of this conference: by identity key, the submission's id. */
export async function wroteWith<Key>(ctx: Ctx, people: ReadonlyMap<Key, Signs>) {
  const all = [...people.values()]
  const ids = all.flatMap(({ id }) => id ?? [])
  const addresses = all.flatMap((one) =>
    [...allAddresses(one).values()].map((address) => address.toLowerCase()),
  )
  const orcids = all.flatMap((one) => [...one.orcids.values()])
  // Each answered by an index (`offset 0`: one address after the other), and not asked where there is nothing to ask for.
  const works = [
    sql`select id from submissions where ${anyOf(submissions.authorId, ids)}`,
    sql`select c.submission_id from unnest(${sql.param(addresses)}::text[]) address, lateral (
      select submission_id from co_authors where email <> '' and lower(email) = address offset 0) c`,
    ...(orcids.length === 0
      ? []
      : [sql`select submission_id from co_authors where orcid <> '' and ${anyOf(sql`orcid`, orcids)}`]),
  ]
  const rows = await ctx.tx
    .select({ id: submissions.id, paperId: submissions.paperId, round: submissions.paperRound })
    .from(submissions)
    .where(and(standing, sql`${submissions.id} = any(array(${sql.join(works, sql` union `)}))`))
    .orderBy(submissions.id)
  if (rows.length === 0) return new Map<Key, ReadonlyMap<string, string>>()
  const writers = await writersOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const byKey = new Map<string, Set<string>>()
  for (const [id, theirs] of writers) {
    for (const key of theirs.flatMap((writer) => identityKeys(writer.signs))) {
      byKey.set(key, (byKey.get(key) ?? new Set()).add(id))
    }
  }
  const shownAs = new Map(rows.map(({ id, paperId, round }) => [id, round > 0 ? paperId : id]))
  return new Map(
    [...people].map(([key, one]) => {
      const works = new Set(identityKeys(one).flatMap((sign) => [...(byKey.get(sign) ?? [])]))
      const others = [...works].flatMap((id) =>
        (writers.get(id) ?? []).flatMap((writer) =>
          identityKeys(writer.signs).map((sign): [string, string] => [sign, shownAs.get(id) ?? id]),
        ),
      )
      return [key, new Map(others)]
    }),
  )
}
