import { sql } from 'drizzle-orm'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { readInProcess } from '#server/core/read-in-process.ts'
import { users } from '#server/db/schema.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import type { ConfirmedPerson, ImportedPerson, PreviewedPerson } from '#shared/people/import-contract.ts'
import { roleChanged } from '../messages.ts'
import { newReviewer } from '../new-reviewer-kind.ts'
import { createPeople } from '../register.ts'
import { letChooseAnew } from '../register-again.ts'
import { becomesReviewer } from '../reviewer-role.ts'
import { type PlannedPerson, planImport, shownOf } from './plan-import.ts'
import type { ReadList } from './read-people.ts'

const reader = { source: new URL('./reader.ts', import.meta.url), built: 'people-reader' }

/** So much later the conflicts of new reviewers are looked for: together with those of the list's other portions. */
const CONFLICTS_AFTER_MS = 60_000

/**
 * What importing a file would do; changes nothing. It is read in a process of its own, while no transaction is open.
 * Refuses 422 for what is no list of people, 503 after a minute.
 */
export async function previewPeople(steps: Steps, file: string) {
  const late = 'The list was not read within a minute. Import a part of it.'
  const { people, unread } = await readInProcess<ReadList>(reader, Buffer.from(file, 'base64'), { late })
  const plan = await steps.transact((ctx) => planImport(ctx, people, { lock: false }))
  return { rows: plan.map(previewed), unread }
}

function previewed({ read, row }: PlannedPerson): PreviewedPerson {
  const { problem: _, ...person } = read
  const todo = row.verdict === 'new' || row.verdict === 'changed'
  return { ...row, person: todo ? { ...person, shown: shownOf(row) } : null }
}

const changedMeanwhile = 'Somebody changed this since you looked. Look again at what will happen.'
const registeredMeanwhile = 'Somebody registered this address at the same moment.'

/**
 * Does what was shown, with a few statements for any number: new people get an account and a mail to choose a password,
 * known ones the role and the payments desk as the list says. What would become something else by now is refused, by
 * name, and the rest is done.
 */
export async function importPeople(ctx: Ctx, people: readonly ConfirmedPerson[]) {
  const given = people.map((person) => ({ ...person, problem: null }))
  const plan = (await planImport(ctx, given, { lock: true })).map(
    ({ read, known, row }, at): PlannedPerson => {
      const stands = row.verdict === 'same' || shownOf(row) === people[at]?.shown
      return stands ? { read, known, row } : { read, known, row: refused(row, changedMeanwhile) }
    },
  )
  const made = await makeAll(ctx, plan)
  await changeAll(ctx, plan)
  const rows = plan.map(({ row }) =>
    row.verdict === 'new' && !made.has(row.id) ? refused(row, registeredMeanwhile) : row,
  )
  const count = (verdict: ImportedPerson['verdict']) => rows.filter((row) => row.verdict === verdict).length
  return {
    message: `${count('new')} new, ${count('changed')} changed, ${count('same')} as they were, ${count('refused')} refused.`,
    rows,
  }
}

function refused(row: ImportedPerson, problem: string): ImportedPerson {
  return { ...row, problem: row.problem ?? problem, verdict: 'refused' }
}

/** Makes the new ones; gives the lines of those that nobody else made meanwhile. */
async function makeAll(ctx: Ctx, plan: readonly PlannedPerson[]): Promise<Set<string>> {
  const byAddress = new Map<string, PlannedPerson>()
  for (const one of plan) {
    const key = one.read.email.toLowerCase()
    if (one.row.verdict === 'new' && !byAddress.has(key)) byAddress.set(key, one)
  }
  const ids = await createPeople(
    ctx,
    [...byAddress.values()].map(({ read }) => {
      const { email, name, firstName, lastName, organization, role = 'author', staff = false } = read
      return { email, name, firstName, lastName, organization, role, isStaff: staff, passwordHash: null }
    }),
  )
  const made = [...byAddress.values()].flatMap(({ read, row }) => {
    const userId = ids.get(read.email)
    return userId === undefined ? [] : [{ line: row.id, userId, role: read.role }]
  })
  const reviewers = made.flatMap(({ userId, role = 'author' }) => (role === 'author' ? [] : [userId]))
  await lookForConflicts(ctx, reviewers)
  return new Set(made.map(({ line }) => line))
}

async function lookForConflicts(ctx: Ctx, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  const later = new Date(ctx.now.getTime() + CONFLICTS_AFTER_MS)
  await ctx.jobs.enqueue(ctx.tx, newReviewer, [{ userIds }], later)
}

/** Gives the known ones the role and the payments desk that the list says, and tells whoever has another role. */
async function changeAll(ctx: Ctx, plan: readonly PlannedPerson[]): Promise<void> {
  const changes = plan.flatMap(({ read, known, row }) =>
    row.verdict !== 'changed' || known === undefined
      ? []
      : [{ known, role: read.role ?? known.role, staff: read.staff ?? known.isStaff }],
  )
  if (changes.length === 0) return
  const given = JSON.stringify(changes.map(({ known, role, staff }) => ({ id: known.id, role, staff })))
  await ctx.tx.execute(sql`update ${users} set role = given.role, is_staff = given.staff
    from jsonb_to_recordset(${given}::jsonb) as given(id uuid, role text, staff boolean) where ${users.id} = given.id`)
  await lookForConflicts(
    ctx,
    changes.flatMap(({ known, role }) => (becomesReviewer(known.role, role) ? [known.id] : [])),
  )
  await letChooseAnew(
    ctx,
    changes.map(({ known }) => known),
  )
  await tellEach(
    ctx,
    changes.flatMap(({ known, role }) =>
      role === known.role ? [] : [{ userId: known.id, message: roleChanged(ctx, role) }],
    ),
  )
}
