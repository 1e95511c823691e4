import { createHash } from 'node:crypto'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { doMany } from '#server/core/do-many.ts'
import type { ImportedPerson } from '#shared/people/import-contract.ts'
import { changeUser } from '../change-user.ts'
import { newReviewer } from '../new-reviewer-kind.ts'
import { createPerson } from '../register.ts'
import { type PlannedPerson, planImport } from './plan-import.ts'
import { readPeople } from './read-people.ts'

/** What importing a file would do; changes nothing. Refuses 422 for what is no list of people. */
export async function previewPeople(ctx: Ctx, file: string) {
  const { people, unread } = readPeople(Buffer.from(file, 'base64'))
  const rows = (await planImport(ctx, people)).map(({ row }) => row)
  return { rows, unread, stamp: stampOf(rows) }
}

/**
 * Does what was shown, each row in a savepoint: new people get an account and a mail to choose a password, known ones
 * the role and the payments desk as the file says. Refuses 409 `stale` when it would do something else by now.
 */
export async function importPeople(ctx: Ctx, file: string, stamp: string) {
  const plan = await planImport(ctx, readPeople(Buffer.from(file, 'base64')).people)
  const rows = plan.map(({ row }) => row)
  if (stampOf(rows) !== stamp)
    throw new AppError('stale', 'People have changed since you looked. Look again at what will happen.')
  const byLine = new Map(plan.map((one) => [one.row.id, one]))
  const doing = rows.filter(({ verdict }) => verdict === 'new' || verdict === 'changed')
  const done = await doMany(ctx, doing, async (each, id) => {
    const one = byLine.get(id)
    if (one !== undefined) await importOne(each, one)
  })
  const outcome = new Map(done.map(({ id, problem }) => [id, problem]))
  const told = rows.map((row): ImportedPerson => {
    const problem = outcome.get(row.id) ?? row.problem
    return problem === null ? row : { ...row, problem, verdict: 'refused' }
  })
  const count = (verdict: ImportedPerson['verdict']) => told.filter((row) => row.verdict === verdict).length
  return {
    message: `${count('new')} new, ${count('changed')} changed, ${count('same')} as they were, ${count('refused')} refused.`,
    rows: told,
  }
}

async function importOne(ctx: Ctx, { read, known }: PlannedPerson): Promise<void> {
  const { email, name, firstName, lastName, organization, role = known?.role ?? 'author' } = read
  const staff = read.staff ?? known?.isStaff ?? false
  if (known !== undefined) {
    await changeUser(ctx, known.id, { role, staff })
    return
  }
  const id = await createPerson(ctx, {
    ...{ email, name, firstName, lastName, organization, role, isStaff: staff },
    passwordHash: null,
  })
  if (id === undefined)
    throw new AppError('already_exists', 'Somebody registered this address at the same moment.')
  if (role !== 'author') await ctx.jobs.enqueue(ctx.tx, newReviewer, [{ userId: id }])
}

/** Tells one plan from another. */
function stampOf(rows: readonly ImportedPerson[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
}
