import type { Db } from '#server/db/db.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { type Eavesdropper, openEavesdropper } from './eavesdropper.ts'
import { quantile } from './measure.ts'
import { benchDatabase, SECRET } from './portals.ts'

/** A page of a list, as far as the bench looks at it. */
interface Page {
  items: unknown[]
  nextCursor?: string
}

/** A portal on PostgreSQL whose desk is full, and what hears which statements its pages send. */
export interface DeskPortal {
  version: string
  portal: PortalProcess
  db: Db
  /** An access token of the admin; lasts fifteen minutes. */
  logIn: () => Promise<string>
  /** Reads a page, compressed with gzip; with a body it is a POST. Anything but 200 ends the bench. */
  read: (path: string, token: string, body?: object) => Promise<Page>
  /** Milliseconds of a page through HTTP and of the same statements by hand, in turns, caches filled. */
  time: (path: string, token: string, times: number) => Promise<{ byHttp: number[]; byHand: number[] }>
  close: () => Promise<void>
}

/** Fills a database of its own with `rows` rows a list, and with what `more` adds, and starts the built portal on it. */
export async function openDeskPortal(
  rows: number,
  more: (db: Db) => Promise<void> = async () => undefined,
): Promise<DeskPortal> {
  const database = await benchDatabase()
  if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
  const portal = await startPortal({ DATABASE_URL: database.url, JWT_SECRET: SECRET })
  const ear: Eavesdropper = await openEavesdropper(database.url, SECRET)
  const close = async () => {
    await ear.close()
    await portal.close()
    await database.drop()
  }
  const read = async (path: string, token: string, body?: object): Promise<Page> => {
    const answer = await fetch(portal.url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    // What a list promises is held by its tests.
    return JSON.parse(text) as Page
  }
  try {
    await fillDesk(ear.db, rows)
    await more(ear.db)
  } catch (error) {
    await close()
    throw error
  }
  return {
    version: database.version,
    portal,
    db: ear.db,
    close,
    read,
    logIn: async () => {
      const answer = await fetch(`${portal.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(portal.admin),
      })
      const { token } = (await answer.json()) as { token: string }
      return token
    },
    time: async (path, token, times) => {
      const said = await ear.listen(path, token)
      const [byHttp, byHand]: [number[], number[]] = [[], []]
      for (let at = 0; at < times + WARM; at += 1) {
        const page = await timed(() => read(path, token))
        const bare = await timed(() => ear.replay(said))
        // The first ones fill the caches of both.
        if (at < WARM) continue
        byHttp.push(page)
        byHand.push(bare)
      }
      return { byHttp, byHand }
    },
  }
}

const WARM = 10

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Milliseconds in three figures. */
export function plainMs(ms: number): string {
  return ms >= 100 ? String(Math.round(ms)) : ms.toPrecision(3)
}

/** Half of some times came within. */
export function half(times: readonly number[]): number {
  return quantile(times, 0.5)
}
