import { listNotices } from '#shared/notices/contract.ts'
import { me } from '#shared/people/contract.ts'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import { config } from '#shared/settings/contract.ts'
import { listOngoing, submitAbstract } from '#shared/submissions/contract.ts'
import { listAbstracts } from '#shared/submissions/desk-contract.ts'
import { makePdf } from '#tests/factories.ts'
import type { Alive } from '../crash/walk.ts'
import { comingBack } from './come-back.ts'

/** What a portal is asked on an ordinary day: mostly lists and pages, now and then a file. */
export interface Work {
  /** Asks for the next thing, and again where it is asked to come back, so many times at most; gives the last answer's status. */
  next: (again?: number) => Promise<number>
  /** The next that only reads, once. */
  read: () => Promise<number>
}

/** What is read: points and lists. */
export const READ_PATHS = [config, me, listOngoing, listNotices, listAbstracts, listPapers].map(
  ({ path }) => path,
)

/** One of so many requests hands in an abstract; nobody's list is longer than a page of it. */
const UPLOAD_EVERY = 25

/** Work for a portal whose author and organiser are logged in; their tokens are read each time. */
export async function workFor(alive: Alive): Promise<Work> {
  const file = new Uint8Array(await makePdf({ text: 'on an ordinary day', pages: 2 }))
  const get = (path: string, token?: string) =>
    fetch(alive.url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  const upload = () => {
    const form = new FormData()
    form.set('file', new Blob([file], { type: 'application/pdf' }), 'a.pdf')
    const headers = { authorization: `Bearer ${alive.author}` }
    return fetch(alive.url + submitAbstract.path, { method: 'POST', headers, body: form })
  }
  const reads = [
    () => get(config.path),
    () => get(me.path, alive.author),
    () => get(listOngoing.path, alive.author),
    () => get(listNotices.path, alive.author),
    () => get(listAbstracts.path, alive.admin),
    () => get(listPapers.path, alive.admin),
  ]
  let asked = 0
  const ask = async (mayUpload: boolean, again: number) => {
    asked += 1
    const read = reads[asked % reads.length]
    const isUpload = (mayUpload && asked % UPLOAD_EVERY === 0) || read === undefined
    const { status } = await comingBack(isUpload ? upload : read, again)
    return status
  }
  return { next: (again = 0) => ask(true, again), read: () => ask(false, 0) }
}
