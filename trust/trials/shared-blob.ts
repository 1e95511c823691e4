import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { files, versions } from '#server/db/schema.ts'
import { abstractOverview, deleteAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { type MadePerson, makePdf, makePerson, sessionOf } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

/** decisions.md §7: a deleted submission can be restored for thirty days. */
const GONE_FOR_GOOD_MS = 31 * 24 * 3600_000

/** Two authors hand in the same bytes; one deletes theirs, which is purged, and then the other. */
export const sharedBlob: Trial = {
  name: 'shared-blob',
  promise: 'Purging a submission never takes another’s bytes, and takes its own.',
  run: async ({ template, times, tried }) => {
    const t = await openTestPortal({ template })
    try {
      const authors = [await makePerson(t, { role: 'author' }), await makePerson(t, { role: 'author' })]
      for (let round = 0; round < times(5, 100); round += 1) {
        // Whose goes first changes.
        const [first, second] = round % 2 === 0 ? authors : authors.toReversed()
        if (first === undefined || second === undefined) throw new Error('nobody writes')
        const file = await makePdf({ text: `The same bytes, ${round}` })
        const [one, other] = [await submit(t, first, file), await submit(t, second, file)]
        const path = await pathOf(t, other)
        await purge(t, first, one)
        const bytes = await bytesOf(t, second, other)
        tried(bytes?.equals(file) ? undefined : `round ${round}: the other’s bytes are gone or changed`)
        await purge(t, second, other)
        const isLeft = await access(path).then(
          () => true,
          () => false,
        )
        tried(isLeft ? `round ${round}: nobody’s bytes are left` : undefined)
      }
    } finally {
      await t.close()
    }
  },
}

async function submit(t: TestPortal, { email, password }: MadePerson, file: Buffer): Promise<string> {
  const as = await tokenOf(t, email, password)
  return (await t.upload(submitAbstract, { as, file })).body.abstractId
}

async function purge(t: TestPortal, { email, password }: MadePerson, abstractId: string): Promise<void> {
  await t.call(deleteAbstract, { as: await tokenOf(t, email, password), params: { abstractId } })
  t.clock.advance(GONE_FOR_GOOD_MS)
  await t.app.doChores()
  await t.drain()
}

async function bytesOf(t: TestPortal, { email, password }: MadePerson, abstractId: string) {
  const as = await tokenOf(t, email, password)
  const overview = await t.call(abstractOverview, { as, params: { abstractId } })
  const link = /\/api\/files\/[^"]+/.exec(JSON.stringify(overview.body))?.[0]
  if (link === undefined) return undefined
  const answer = await t.app.http.inject({ url: link })
  return answer.statusCode === 200 ? answer.rawPayload : undefined
}

/** Where the bytes of an abstract lie. */
async function pathOf(t: TestPortal, abstractId: string): Promise<string> {
  const [file] = await t.database.db
    .select({ key: files.storageKey })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(eq(versions.submissionId, abstractId))
  return join(t.dataDir, 'files', 'blobs', file?.key ?? '')
}

/** Sessions do not last as long as a month. */
const tokenOf = async (t: TestPortal, email: string, password: string) =>
  (await sessionOf(t, email, password)).token
