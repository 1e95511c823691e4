import { createHash } from 'node:crypto'
import { asc, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { emailEvents, emails } from '#server/db/schema.ts'
import { sendMail } from '#server/features/mail/send-mail-kind.ts'
import { retryEmail } from '#shared/mail/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer, type SmtpRefusal } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { type Line, openLine } from '../crash/line.ts'
import type { Bench, Trial } from '../trial.ts'

/** How long the mail server is away, as the portal and its queue know the time. */
const DOWN_MS = 10 * 60_000
/** From one look at the queue to the next. */
const STEP_MS = 30_000
/** A try waits at most twice as long as the outage lasted; the last mail has left by then. */
const AFTER_MS = 2 * DOWN_MS
/** How long a slow server thinks, in the time of this machine. */
const SLOW_MS = 150
/** No conversation of the server is longer: so that a line breaks at any of its bytes. */
const CONVERSATION = 400

interface Scene {
  t: TestPortal
  smtp: SmtpPeer
  line: Line
  admin: MadePerson
}

/** One way in which a mail server is not there for the portal. */
interface Outage {
  name: string
  begin: (scene: Scene) => Promise<void> | void
  /** The server says no for good: the mail fails, is told as failed, and an organiser sends it again. */
  isForGood?: boolean
  /** The yes may get lost on its way: the mail may arrive again, under the same Message-ID. */
  losesTheYes?: boolean
}

/** The mail server is away for ten minutes in every way it can be, while mails are written. */
export const smtpDown: Trial = {
  name: 'smtp-down',
  promise:
    'However the mail server is away, each mail arrives by itself, and twice only where its yes was lost.',
  run: async (bench) => {
    const smtp = await openSmtpPeer()
    const line = await openLine(smtp.port)
    const env = { SMTP_URL: `smtp://127.0.0.1:${line.port}` }
    const t = await openTestPortal({ template: bench.template, env })
    try {
      for (const outage of outagesOf(bench)) {
        // Logged in anew each time: an access token is not good for as long.
        const admin = await makePerson(t, { role: 'admin' })
        await goThrough(outage, { t, smtp, line, admin }, bench)
      }
    } finally {
      await t.close()
      await line.close()
      await smtp.close()
    }
  },
}

function outagesOf({ times, seed }: Bench): Outage[] {
  const refusing = (code: number, to: NonNullable<SmtpRefusal['to']>, isForGood = false): Outage => ({
    name: `${code} at ${to}`,
    begin: ({ smtp }) => smtp.answerWith({ code, to, message: 'not now' }),
    isForGood,
  })
  const cuts = fc.sample(fc.integer({ min: 0, max: CONVERSATION }), { numRuns: times(3, 60), seed })
  return [
    { name: 'connection refused', begin: ({ line }) => line.spoil({ kind: 'down' }) },
    { name: 'reset', begin: ({ line }) => line.spoil({ kind: 'reset' }) },
    refusing(421, 'MAIL'),
    refusing(451, 'RCPT'),
    refusing(452, 'DATA'),
    // Of us, not of the mail: it waits.
    refusing(530, 'MAIL'),
    refusing(554, 'MAIL'),
    refusing(550, 'RCPT', true),
    refusing(554, 'DATA', true),
    { name: 'slow', begin: ({ smtp }) => smtp.thinkEach(SLOW_MS) },
    { name: 'broken off amid the message', begin: ({ smtp }) => smtp.breakOff('amid') },
    {
      name: 'broken off before the yes',
      begin: ({ smtp }) => smtp.breakOff('before the yes'),
      losesTheYes: true,
    },
    ...cuts.map((after) => ({
      name: `cut after ${after} bytes of its answers`,
      begin: ({ line }: Scene) => line.spoil({ kind: 'cut', after }),
      losesTheYes: true,
    })),
  ]
}

async function goThrough(outage: Outage, scene: Scene, { tried, times, measured }: Bench): Promise<void> {
  const { t, smtp, line } = scene
  const { name, isForGood = false, losesTheYes = false } = outage
  await outage.begin(scene)
  const ids: string[] = []
  const mails = times(2, 10)
  for (let ms = 0; ms < DOWN_MS; ms += STEP_MS) {
    if (ids.length < mails) ids.push(await writeMail(scene))
    await pass(t)
  }
  const whileDown = await rowsOf(t, ids)
  const wanted = isForGood ? 'failed' : 'queued'
  const states = whileDown.map(({ state }) => state).join()
  const isTold = whileDown.every(({ state, lastAnswer }) => state === wanted && lastAnswer !== '')
  const passes = name === 'slow' || name.startsWith('cut ')
  tried(passes || isTold ? undefined : `${name}: ${states} while it lasts`)
  smtp.answerWith(undefined)
  smtp.breakOff(undefined)
  smtp.thinkEach(0)
  await line.heal()
  // Nothing helps it up again, but where the server said no for good.
  if (isForGood) for (const id of ids) tried(await resent(id, scene))
  let after = 0
  while (after < AFTER_MS && (await rowsOf(t, ids)).some(({ state }) => state === 'queued')) {
    await pass(t)
    after += STEP_MS
  }
  measured('minutes until the last mail left', after / 60_000)
  for (const mail of await rowsOf(t, ids)) tried(await wrongWith(mail, scene, losesTheYes, name))
}

/** Half a minute goes by for the portal and for its queue, which goes by the database's clock. */
async function pass(t: TestPortal): Promise<void> {
  t.clock.advance(STEP_MS)
  await t.database.db.execute(
    sql`update pgboss.job set start_after = start_after - make_interval(secs => ${STEP_MS / 1000})
      where state < 'active'`,
  )
  const senders = t.app.handlers.filter(({ kind }) => kind.name === sendMail.name)
  await t.app.portal.world().jobs.drain(senders)
}

let written = 0

/** As an organiser causes one: an invitation. */
async function writeMail({ t, admin }: Scene): Promise<string> {
  written += 1
  const email = `guest${written}@north.example`
  await t.call(inviteReviewers, { as: admin.token, body: { email, name: `Guest ${written}` } })
  const [mail] = (await t.mails()).filter(({ toAddress }) => toAddress === email)
  if (mail === undefined) throw new Error(`no mail was written to ${email}`)
  return mail.id
}

const rowsOf = ({ database }: TestPortal, ids: string[]) =>
  database.db.select().from(emails).where(inArray(emails.id, ids))

async function resent(emailId: string, { t, admin }: Scene): Promise<string | undefined> {
  const { status } = await t.call(retryEmail, { as: admin.token, params: { emailId } })
  return status === 200 ? undefined : `a failed mail cannot be sent again: ${status}`
}

/** decisions.md §10: at least once; twice only where the yes was lost, and then under the same Message-ID with the same words. */
async function wrongWith(
  { id, toAddress, state, attempts }: typeof emails.$inferSelect,
  { t, smtp }: Scene,
  losesTheYes: boolean,
  outage: string,
): Promise<string | undefined> {
  const arrived = smtp.received.filter(({ recipient }) => recipient === toAddress)
  const said = (what: string) => `${outage}: a mail, ${state}, ${what}`
  if (state !== 'sent' || arrived.length === 0) return said(`arrived ${arrived.length} times`)
  if (arrived.length > (losesTheYes ? attempts : 1)) return said(`arrived ${arrived.length} times`)
  if (new Set(arrived.map(({ messageId }) => messageId)).size > 1) return said('has several Message-IDs')
  const texts = arrived.map(({ text }) =>
    createHash('sha256')
      .update(text ?? '')
      .digest('hex'),
  )
  if (new Set(texts).size > 1) return said('has several texts')
  const events = await t.database.db
    .select()
    .from(emailEvents)
    .where(inArray(emailEvents.emailId, [id]))
    .orderBy(asc(emailEvents.id))
  const deeds = events.map(({ deed }) => deed)
  return deeds.at(-1) === 'sent' && deeds.filter((deed) => deed === 'sent').length === 1
    ? undefined
    : said(`has the history ${deeds.join()}`)
}
