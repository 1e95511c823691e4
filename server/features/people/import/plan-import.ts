import { createHash } from 'node:crypto'
import { and, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { users } from '#server/db/schema.ts'
import { roleNames } from '#shared/core/role-names.ts'
import type { Role } from '#shared/core/roles.ts'
import type { ImportedPerson, ImportVerdict, ReadPerson } from '#shared/people/import-contract.ts'
import type { PersonRow } from '../find-person.ts'
import type { JudgedPerson } from './read-people.ts'

/** A row of the file, whom it is about, and what is to become of it. */
export interface PlannedPerson {
  read: JudgedPerson
  known: PersonRow | undefined
  row: ImportedPerson
}

const named = (role: Role) => roleNames[role].toLowerCase()

/**
 * What importing the rows would do. Names and organisations of people who have an account stay: they are theirs. `lock`
 * holds them as they are until the transaction ends, in one order, so that two imports wait, not block.
 */
export async function planImport(
  ctx: Ctx,
  people: readonly JudgedPerson[],
  { lock }: { lock: boolean },
): Promise<PlannedPerson[]> {
  const addresses = people.map(({ email }) => email.toLowerCase())
  const found = ctx.tx
    .select()
    .from(users)
    .where(and(anyOf(sql`lower(${users.email})`, addresses), isNull(users.deletedAt)))
    .orderBy(users.id)
  const rows = await (lock ? found.for('update') : found)
  const byAddress = new Map(rows.map((row) => [row.email.toLowerCase(), row]))
  return people.map((read) => {
    const known = byAddress.get(read.email.toLowerCase())
    const judged = known === undefined ? judgeNew(read) : judgeKnown(read, known)
    const problem = read.problem ?? judged.problem
    const verdict: ImportVerdict = problem === null ? judged.verdict : 'refused'
    const name = [known?.name ?? read.name, read.email].filter(Boolean).join(' · ') || `Line ${read.line}`
    const facts = problem === null ? judged.facts : []
    return { read, known, row: { id: String(read.line), name, facts, problem, verdict } }
  })
}

/** Tells what was shown of a row from anything else. */
export function shownOf({ name, facts, verdict }: ImportedPerson): string {
  return createHash('sha256')
    .update(JSON.stringify([name, facts, verdict]))
    .digest('base64url')
}

interface Judged {
  verdict: ImportVerdict
  facts: string[]
  problem: string | null
}

const noAdmins =
  'A list makes nobody an administrator. Import them as author, then change that on their page.'

function judgeNew({ role = 'author', staff = false, organization }: ReadPerson): Judged {
  return {
    verdict: 'new',
    facts: [named(role), staff ? 'staff (payments desk)' : '', organization].filter(Boolean),
    problem: role === 'admin' ? noAdmins : null,
  }
}

function judgeKnown({ role, staff, name, organization }: ReadPerson, known: PersonRow): Judged {
  const newRole = role !== undefined && role !== known.role
  const newStaff = staff !== undefined && staff !== known.isStaff
  const problem = !newRole
    ? null
    : role === 'admin'
      ? noAdmins
      : known.role === 'admin'
        ? 'An administrator’s role is changed on their own page.'
        : null
  const facts = [
    newRole ? `${named(known.role)} → ${named(role)}` : named(known.role),
    newStaff ? (staff ? 'becomes staff (payments desk)' : 'is staff no longer') : '',
    known.disabledAt === null ? '' : 'disabled, and stays so',
    name !== '' && name !== known.name ? `their own name stands, not “${name}”` : '',
    organization !== '' && organization !== known.organization
      ? `their own organisation stands, not “${organization}”`
      : '',
  ].filter(Boolean)
  return { verdict: newRole || newStaff ? 'changed' : 'same', facts, problem }
}
