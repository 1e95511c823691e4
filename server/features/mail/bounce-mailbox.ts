import type { ImapFlow } from 'imapflow'
import { DAY_MS } from '#shared/core/calendar.ts'

/** How far a mailbox is read: its UIDs are good for one UIDVALIDITY (RFC 3501 §2.3.1.1). */
export interface Place {
  validity: string
  uid: number
}

/** Mails of a mailbox, oldest first; `place` is behind the last of them. */
export interface Batch {
  place: Place
  mails: Uint8Array[]
}

/** A mailbox to which mail servers send what could not be delivered. Only read: nothing in it is marked or moved. */
export interface BounceMailbox {
  /** Which one it is, without its password. */
  name: string
  /** What came after a place, as much as is read at a time. */
  read(after: Place | undefined, now: Date): Promise<Batch>
}

/** Mails at a time. */
const BATCH = 50
/** As much of a mail as is read, in bytes: a report stands before the mail that it brings back. */
const MAIL_MAX = 256 * 1024
/** A mailbox that is read for the first time may be years old; a bounce that is older than this says nothing new. */
const FIRST_DAYS = 7
const CONNECT_MS = 20_000
const SILENCE_MS = 60_000

/** The mailbox of BOUNCE_MAILBOX_URL, `imaps://user:password@host/Folder`; INBOX where no folder is named. */
export function openBounceMailbox(address: string): BounceMailbox {
  const url = new URL(address)
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX'
  const user = decodeURIComponent(url.username)
  return {
    name: `${user}@${url.host}/${folder}`,
    read: async (after, now) => {
      // Read when it is first needed: few portals have such a mailbox, and a start waits for what it reads.
      const { ImapFlow } = await import('imapflow')
      const client = new ImapFlow({
        host: url.hostname,
        secure: url.protocol === 'imaps:',
        port: url.port === '' ? (url.protocol === 'imaps:' ? 993 : 143) : Number(url.port),
        auth: { user, pass: decodeURIComponent(url.password) },
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
      })
      // What breaks off while nothing is asked would end the process; the next question throws it.
      client.on('error', () => undefined)
      try {
        await client.connect()
        return await readAfter(client, folder, after, now)
      } finally {
        client.close()
      }
    },
  }
}

async function readAfter(
  client: ImapFlow,
  folder: string,
  after: Place | undefined,
  now: Date,
): Promise<Batch> {
  const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true })
  const validity = String(uidValidity)
  const known = after?.validity === validity ? after.uid : 0
  const asked =
    known === 0 ? { since: new Date(now.getTime() - FIRST_DAYS * DAY_MS) } : { uid: `${known + 1}:*` }
  const found = (await client.search(asked, { uid: true })) || []
  // `n:*` names the last mail even where that is before n.
  const fresh = found
    .filter((uid) => uid > known)
    .sort((a, b) => a - b)
    .slice(0, BATCH)
  const mails: Uint8Array[] = []
  if (fresh.length > 0)
    for await (const { source } of client.fetch(fresh, { source: { maxLength: MAIL_MAX } }, { uid: true }))
      if (source !== undefined) mails.push(source)
  return { place: { validity, uid: fresh.at(-1) ?? known }, mails }
}
