import { Readable } from 'node:stream'
import { me, refreshToken } from '#shared/people/contract.ts'
import { addPublications } from '#shared/reviewing/publications-contract.ts'
import { type Stage, stages } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { liftUploadLimits } from '#tests/lift-upload-limits.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Bench } from './trial.ts'

/** Everybody who stands to a submission in a way of their own. */
export const actors = ['author', 'otherAuthor', 'assigned', 'unassigned', 'both', 'staff', 'admin'] as const
export type ActorName = (typeof actors)[number]

export const traits = {
  author: { role: 'author' },
  otherAuthor: { role: 'author' },
  assigned: { role: 'reviewer' },
  unassigned: { role: 'reviewer' },
  both: { role: 'both' },
  staff: { role: 'author', isStaff: true },
  admin: { role: 'admin' },
} as const

/** A portal with one submission in every state, real files in each, and one person for every relation to them. */
export interface Conference {
  t: TestPortal
  people: Record<ActorName, MadePerson>
  submissions: Record<Stage, MadeSubmission>
  /** An access token that is good now. */
  tokenOf: (who: ActorName) => Promise<string>
  /** Puts somebody like them in the place of a person whom the trial logged out, disabled or deleted. */
  replaceIfGone: (who: ActorName) => Promise<void>
  close: () => Promise<void>
}

/** An access token lives 15 minutes (decisions.md §4). */
const FRESH_MS = 10 * 60 * 1000

export async function openConference(bench: Pick<Bench, 'template'>): Promise<Conference> {
  const t = await openTestPortal({ template: bench.template })
  await liftUploadLimits(t.database.db)
  const people = {
    author: await makePerson(t, traits.author),
    otherAuthor: await makePerson(t, traits.otherAuthor),
    assigned: await makePerson(t, traits.assigned),
    unassigned: await makePerson(t, traits.unassigned),
    both: await makePerson(t, traits.both),
    staff: await makePerson(t, traits.staff),
    admin: await makePerson(t, traits.admin),
  }
  const cast = { author: people.author, reviewer: people.assigned, admin: people.admin }
  const made: [Stage, MadeSubmission][] = []
  for (const stage of stages) made.push([stage, await submissionAt(t, stage, cast, () => realFile(t, stage))])
  const list = 'title,abstract\nOn bridges,We looked at bridges for a long time and found them well built.'
  await t.call(addPublications, { as: people.assigned.token, body: { list } })
  const started = t.clock.now.getTime()
  const renewed = new Map<ActorName, number>()
  const renew = async (who: ActorName, now: number) => {
    const again = await t.call(refreshToken, { body: { refreshToken: people[who].refreshToken } })
    people[who] = again.status === 200 ? { ...people[who], ...again.body } : await makePerson(t, traits[who])
    renewed.set(who, now)
  }
  return {
    t,
    people,
    // There is one of each stage.
    submissions: Object.fromEntries(made) as Record<Stage, MadeSubmission>,
    tokenOf: async (who) => {
      const now = t.clock.now.getTime()
      if (now - (renewed.get(who) ?? started) > FRESH_MS) await renew(who, now)
      return people[who].token
    },
    replaceIfGone: async (who) => {
      const { status } = await t.call(me, { as: people[who].token })
      if (status !== 200) await renew(who, t.clock.now.getTime())
    },
    close: t.close,
  }
}

let written = 0

/** A PDF as the intake hands it on, its bytes in their place; no two are alike. */
export async function realFile({ app, database }: TestPortal, what: string) {
  written += 1
  const pdf = await makePdf({ text: `File ${written}, of ${what}` })
  const { intake } = app.portal
  const file = await intake.receive('paper', Readable.from(pdf), `${what}.pdf`)
  await intake.keep(file, database.db)
  return file
}
