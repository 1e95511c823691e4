import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { passkeys, users } from '#server/db/schema.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { paperIdOf } from '#shared/core/ids.ts'
import { markRead } from '#shared/notices/contract.ts'
import type { Conference } from '../conference.ts'
import { deeds } from './deeds.ts'

/** Parameters of addresses that name no row, and who tries them. */
const NO_ROW: Readonly<Record<string, string>> = {
  link: 'it lets in whoever holds it: one-time-links, revocation',
  format: 'a word of the contract',
  table: 'a word of the contract',
  key: 'a text of the portal’s own',
}
/** Fields of bodies that end in “id” and name no row either: a person’s own ORCID iD, how an authenticator calls a new key. */
const NO_ROW_BESIDE = /\.orcid$|^addPasskey\.(id|rawId)$/

/** The parameters of a call's address that name a row. */
export const idsInPath = (spec: EndpointSpec): string[] =>
  Object.keys(spec.params?.shape ?? {}).filter((name) => !(name in NO_ROW))

/** The fields of a call's body and query that name a row, as `list.field`. */
export function idsBeside(name: string, spec: EndpointSpec): string[] {
  return [spec.body, spec.query]
    .flatMap((schema) => (schema === undefined ? [] : fieldsOf(jsonOf(schema), '')))
    .filter((field) => /ids?$/i.test(field) && !NO_ROW_BESIDE.test(`${name}.${field}`))
}

const jsonOf = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })

function fieldsOf(json: unknown, path: string): string[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) => {
    if (key !== 'properties') return fieldsOf(value, path)
    return Object.entries(value ?? {}).flatMap(([name, field]) => [
      path + name,
      ...fieldsOf(field, `${path}${name}.`),
    ])
  })
}

/** An id that nothing has, in the form of one that something has. */
export function nobodys(name: string): string {
  if (name === 'abstractId') return 'A26-9999'
  if (name === 'paperId') return paperIdOf(2026, 9999)
  return '00000000-0000-4000-8000-000000000001'
}

/** Of everything that a call may name by an id, beside submissions, one that is somebody else's; and of bodies, one that is refused. */
export interface PlantedIds {
  inPath: Readonly<Record<string, string>>
  inBody: Readonly<Record<string, Record<string, unknown>>>
}

/** Plants them by the calls that make such things, a passkey past them. */
export async function plantIds(conference: Conference): Promise<PlantedIds> {
  const { t, people } = conference
  const passkeyId = randomUUID()
  await t.database.db.insert(passkeys).values({
    ...{ id: passkeyId, userId: people.author.id, name: 'Laptop', counter: 0, createdAt: t.clock.now },
    ...{ credentialId: 'planted', publicKey: 'planted' },
  })
  await t.database.db
    .update(users)
    .set({ secondFactorSince: t.clock.now })
    .where(eq(users.id, people.author.id))
  const inPath: Record<string, string> = { passkeyId }
  for (const { spec, prepare } of deeds) {
    const lacking = idsInPath(spec).filter(
      (name) => inPath[name] === undefined && name !== 'abstractId' && name !== 'paperId',
    )
    if (lacking.length === 0) continue
    const { params = {} } = await prepare(conference)
    for (const name of lacking) if (params[name]) inPath[name] = params[name]
  }
  const read = await deeds.find(({ spec }) => spec === markRead)?.prepare(conference)
  return { inPath, inBody: { markRead: read?.body ?? {} } }
}
