import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { submissions } from '#server/db/schema.ts'
import { makePdf } from '#tests/factories.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import { violations } from '../crash/invariants.ts'
import { upload } from '../crash/upload.ts'
import type { Trial } from '../trial.ts'

/** The portal may write so much into one file, in blocks of 512 bytes; the next byte is refused as on a full disk. */
const BLOCKS = 400
const withoutRoom = ['sh', '-c', `ulimit -f ${BLOCKS}; exec "$0" "$@"`, process.execPath] as const
const TOO_MUCH = BLOCKS * 512 + 1

/**
 * Uploads that find no room. The system's own limit on files stands for the full disk: the same call fails at the same
 * place. The embedded database would have no room either, so this is about PostgreSQL.
 */
export const fullDisk: Trial = {
  name: 'full-disk',
  promise: 'An upload that finds no room is refused with nothing left of it, and nobody else notices.',
  on: 'PostgreSQL',
  run: async ({ template, times, tried }) => {
    const site = await openCrashSite(template)
    try {
      const narrow = await site.start(withoutRoom)
      const alive = await site.logIn(narrow)
      const small = await makePdf({ text: 'small' })
      const large = Buffer.concat([await makePdf({ text: 'large' }), randomBytes(TOO_MUCH)])
      const rounds = times(5, 30)
      for (let round = 0; round < rounds; round += 1) {
        const refused = await upload(alive, large)
        tried(
          refused.status === 503 && refused.retryAfter !== null
            ? undefined
            : `it is answered ${refused.status}`,
        )
        const taken = await upload(alive, small)
        tried(taken.status === 200 ? undefined : `what has room is answered ${taken.status}`)
      }
      const left = await readdir(join(site.filesDir, 'incoming'))
      tried(left.length === 0 ? undefined : `${left.length} files are left in the waiting room`)
      await narrow.stop()
      const database = await site.open()
      try {
        const stored = await database.db.$count(submissions)
        const broken = await violations(database.db, await site.store())
        tried(
          stored === rounds && broken.length === 0 ? undefined : `${stored} are there; ${broken.join('; ')}`,
        )
      } finally {
        await database.close()
      }
    } finally {
      await site.clear()
    }
  },
}
