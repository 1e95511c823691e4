import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { signExportLink, signMyDataLink } from '#server/http/file-link.ts'
import { me } from '#shared/people/contract.ts'
import { saveTopics } from '#shared/people/topics-contract.ts'
import { listDraftTexts } from '#shared/reviewing/contract.ts'
import { holderOf } from '#tests/factories.ts'
import { unzip } from '#tests/unzip.ts'
import type { Scene, Who } from './scene.ts'
import type { Sight } from './sight.ts'

/** The lists of what a person can download about themselves that hold anything, and how much. */
async function lists({ t, people }: Scene, who: Who): Promise<string> {
  const url = signMyDataLink(t.app.portal.world().secrets, holderOf(people[who]), t.clock.now)
  const archive = await t.app.http.inject({ url })
  if (archive.statusCode !== 200) return String(archive.statusCode)
  const data: unknown = JSON.parse(String((await unzip(archive.rawPayload)).get('my-data.json')))
  return countedIn(data).join(', ')
}

const countedIn = (data: unknown): string[] =>
  Object.entries(data ?? {}).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.length === 0 ? [] : [`${name} ${value.length}`]
    return name === 'reviewing' ? countedIn(value) : []
  })

/** What is kept of one person and is nobody else's; asking for it changes nothing. */
export const keptSights: readonly Sight[] = [
  {
    what: 'what Nora, who has nothing, can download about herself',
    wanted: 'sessions 1',
    ask: (scene) => lists(scene, 'Nora'),
  },
  {
    what: 'Sara’s earlier texts are seen by',
    wanted: 'Sara',
    ask: async ({ t, people, papers }) => {
      const seers: string[] = []
      for (const who of ['Rita', 'Sara'] as const) {
        const { items } = (await t.call(listDraftTexts, { as: people[who].token, params: papers.open })).body
        if (items.some(({ comments }) => comments === 'Sara’s earlier text')) seers.push(who)
      }
      return seers.join(' ')
    },
  },
  {
    what: 'Dora, who is disabled, asks with the token that she had',
    wanted: '401',
    ask: async ({ t, people }) => String((await t.call(me, { as: people.Dora.token })).status),
  },
  {
    what: 'links to an export of payments made for Stan, and for Dora, who is disabled',
    wanted: '200 404',
    ask: async ({ t, people }) => {
      const said: number[] = []
      for (const who of ['Stan', 'Dora'] as const) {
        const what = JSON.stringify({ table: 'payments', format: 'csv' })
        const url = signExportLink(t.app.portal.world().secrets, holderOf(people[who]), what, t.clock.now)
        said.push((await t.app.http.inject({ url })).statusCode)
      }
      return said.join(' ')
    },
  },
]

/** Asking changes something, at least where it is let through. */
export const keptChanges: readonly Sight[] = [
  {
    what: 'Nora saves no topics, and Rita has',
    wanted: 'Bridges',
    ask: async ({ t, people }) => {
      await t.call(saveTopics, { as: people.Nora.token, body: { topics: [] } })
      const [rita] = await t.database.db.select().from(users).where(eq(users.id, people.Rita.id))
      return rita?.topics.join() ?? ''
    },
  },
]
