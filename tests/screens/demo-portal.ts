import { tellConference } from '#demo/conference.ts'
import { DEMO_PASSWORD, people } from '#demo/people.ts'
import { submissions } from '#server/db/schema.ts'
import { readTextJob } from '#server/features/submissions/read-text-kind.ts'
import { sessionOf } from '#tests/factories.ts'
import { type BrowserPortal, openBrowserPortal, type Session } from './browser-portal.ts'

/** The demo conference, and what is needed to open its screens. */
export interface DemoPortal extends BrowserPortal {
  /** A session of somebody of demo/people.ts, by key. */
  as: (key: string) => Session
  /** The ids of the first submission at a stage. */
  at: (stage: string) => { abstractId: string; paperId: string }
}

/** A portal with the demo conference in it. */
export async function openDemoPortal(): Promise<DemoPortal> {
  const clock = { now: new Date(), advance: () => undefined }
  const portal = await openBrowserPortal({ clock })
  await tellConference(portal.t.app, clock)
  // As long after the story as people look, the portal has read its abstracts.
  const { handlers, portal: running } = portal.t.app
  await running.world().jobs.drain(handlers.filter(({ kind }) => kind.name === readTextJob.name))
  const rows = await portal.t.database.db.select().from(submissions).orderBy(submissions.id)
  const sessions = new Map<string, Session>()
  for (const { key, email, unverified } of people) {
    if (unverified !== true) sessions.set(key, await sessionOf(portal.t, email, DEMO_PASSWORD))
  }
  return {
    ...portal,
    as: (key) => {
      const session = sessions.get(key)
      if (session === undefined) throw new Error(`nobody is called ${key}`)
      return session
    },
    at: (stage) => {
      const row = rows.find((one) => one.stage === stage && one.deletedAt === null)
      if (row === undefined) throw new Error(`no submission is at ${stage}`)
      return { abstractId: row.id, paperId: row.paperId }
    },
  }
}
