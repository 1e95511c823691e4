import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { doMany } from '#server/core/do-many.ts'
import { readInThread } from '#server/core/read-in-thread.ts'
import type { ConfirmedPerson, ImportedPerson, PreviewedPerson } from '#shared/people/import-contract.ts'
import { changeUser } from '../change-user.ts'
import { newReviewer } from '../new-reviewer-kind.ts'
import { createPerson } from '../register.ts'
import { type PlannedPerson, planImport, shownOf } from './plan-import.ts'
import type { ReadList } from './read-people.ts'

const thread = { source: new URL('./read-thread.ts', import.meta.url), built: 'people-thread' }

/**
 * What importing a file would do; changes nothing. It is read in a thread of its own, while no transaction is open.
 * Refuses 422 for what is no list of people, 503 after a minute.
 */
export async function previewPeople(steps: Steps, file: string) {
  const late = 'The list was not read within a minute. Import a part of it.'
  const { people, unread } = await readInThread<ReadList>(thread, Buffer.from(file, 'base64'), late)
  const plan = await steps.transact((ctx) => planImport(ctx, people))
  return { rows: plan.map(previewed), unread }
}

function previewed({ read, row }: PlannedPerson): PreviewedPerson {
  const { problem: _, ...person } = read
  const todo = row.verdict === 'new' || row.verdict === 'changed'
  return { ...row, person: todo ? { ...person, shown: shownOf(row) } : null }
}

const changedMeanwhile = 'Somebody changed this since you looked. Look again at what will happen.'

/**
 * Does what was shown, each person in a savepoint: new ones get an account and a mail to choose a password, known ones
 * the role and the payments desk as the list says. What would become something else by now is refused, by name; what was
 * done before is as it was.
 */
export async function importPeople(ctx: Ctx, people: readonly ConfirmedPerson[]) {
  const given = people.map((person) => ({ ...person, problem: null }))
  const plan = (await planImport(ctx, given)).map((one, at) => {
    const { row } = one
    const stands = row.verdict === 'same' || shownOf(row) === people[at]?.shown
    return stands ? one : { ...one, row: { ...row, problem: row.problem ?? changedMeanwhile } }
  })
  const byLine = new Map(plan.map((one) => [one.row.id, one]))
  const rows = plan.map(({ row }) => row)
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
