import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { assemble, jobKinds } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { activity } from '#server/db/schema.ts'
import { keptWrongly } from '#server/verify/kept-wrongly.ts'
import { restore } from './restore.ts'

/** A backup of the small demo by each version that was released, and one from before. */
const releases = fileURLToPath(new URL('../../tests/fixtures/releases', import.meta.url))
const versions = (await readdir(releases)).filter((name) => name !== 'files')

test.each(versions)(
  'a portal of %s is brought up to this version with all it holds, and answers',
  async (version) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-upgrade-'))
    try {
      const open = (migrations?: string) => openDatabase({ databaseUrl: undefined, dataDir }, migrations)
      const place = { databaseUrl: undefined, dataDir, open, storage: undefined, jwtSecret: undefined }
      const { manifest } = await restore(join(releases, version), place, jobKinds, () => undefined)
      const database = await open()
      const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'silent' })
      const app = await assemble(config, { database, secret: 's'.repeat(40) })
      expect(await keptWrongly(database.db)).toEqual([])
      const login = await app.http.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'clara@conference.example', password: DEMO_PASSWORD },
      })
      expect(login.statusCode).toBe(200)
      const headers = { authorization: `Bearer ${login.json().token}` }
      const counts = ['abstracts', 'papers', 'users'].map(async (list) => {
        const answer = await app.http.inject({ url: `/api/admin/${list}`, headers })
        return answer.json().count
      })
      expect(await Promise.all(counts)).toEqual([17, 10, 9])
      const [said] = manifest.tables.filter(({ name }) => name === 'activity')
      expect(await database.db.$count(activity)).toBeGreaterThanOrEqual(said?.rows ?? Number.NaN)
      await app.close()
      await database.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
