import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { system } from '#server/core/actor.ts'
import type { Chore } from '#server/core/chore.ts'
import type { Config } from '#server/core/config.ts'
import type { Ctx, World } from '#server/core/ctx.ts'
import { idSource } from '#server/core/id-source.ts'
import { deriveSecrets } from '#server/core/secrets.ts'
import type { Database } from '#server/db/open.ts'
import { removeBlob } from '#server/db/remove-blob-kind.ts'
import { signTransaction } from '#server/db/sign-transaction.ts'
import { activityRoutes } from '#server/features/activity/routes.ts'
import { makeProposalHandler } from '#server/features/assigning/proposals/make-proposal.job.ts'
import { makeProposalJob } from '#server/features/assigning/proposals/make-proposal-kind.ts'
import { assigningRoutes } from '#server/features/assigning/routes.ts'
import { exportingRoutes } from '#server/features/exporting/routes.ts'
import { openCleanCopies } from '#server/features/files/clean/clean-copies.ts'
import { cleanCopyHandler } from '#server/features/files/clean/copy.job.ts'
import { cleanCopyJob } from '#server/features/files/clean/copy-kind.ts'
import { openIntake } from '#server/features/files/intake.ts'
import { openStore } from '#server/features/files/open-store.ts'
import { openPdfReaders, type PdfReaders } from '#server/features/files/pdf-readers.ts'
import { removeBlobHandler } from '#server/features/files/remove-blob.job.ts'
import { ORPHANED_AFTER_MS, sweepFiles } from '#server/features/files/sweep-files.ts'
import { openVirusScanner } from '#server/features/files/virus-scanner.ts'
import { doChores } from '#server/features/housekeeping/do-chores.ts'
import type { Attach } from '#server/features/mail/attach.ts'
import { openBounceMailbox } from '#server/features/mail/bounce-mailbox.ts'
import { resumeMails } from '#server/features/mail/claim.ts'
import { devMailPage } from '#server/features/mail/dev-mail.ts'
import { forgetMails } from '#server/features/mail/forget-mails.ts'
import { readMailbox } from '#server/features/mail/read-mailbox.ts'
import { mailRoutes } from '#server/features/mail/routes.ts'
import { sendMailHandler } from '#server/features/mail/send-mail.job.ts'
import { sendMail } from '#server/features/mail/send-mail-kind.ts'
import { openTransport } from '#server/features/mail/transport.ts'
import { acceptancesAfresh, decisionsAfresh } from '#server/features/mail-desk/decisions-afresh.ts'
import { mailDeskRoutes } from '#server/features/mail-desk/routes.ts'
import { forgetNotices } from '#server/features/notices/forget-notices.ts'
import { noticesRoutes } from '#server/features/notices/routes.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { mailedReceipt } from '#server/features/payments/receipts/read-receipt.ts'
import { paymentsRoutes } from '#server/features/payments/routes.ts'
import { authenticate } from '#server/features/people/authenticate.ts'
import { forgetEnded } from '#server/features/people/forget-ended.ts'
import { newReviewer } from '#server/features/people/new-reviewer-kind.ts'
import { resetLinkHandler } from '#server/features/people/reset-link.job.ts'
import { resetLink } from '#server/features/people/reset-link-kind.ts'
import { peopleRoutes } from '#server/features/people/routes.ts'
import { sessionOfToken } from '#server/features/people/tokens.ts'
import { forgetUnconfirmed } from '#server/features/privacy/forget-unconfirmed.ts'
import { purgeSubmissions } from '#server/features/privacy/purge-submissions.ts'
import { privacyRoutes } from '#server/features/privacy/routes.ts'
import { reminderRoutes } from '#server/features/reminders/routes.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { newReviewerHandler } from '#server/features/reviewing/new-reviewer.job.ts'
import { readPublicationHandler } from '#server/features/reviewing/publications/read-publication.job.ts'
import { readPublicationJob } from '#server/features/reviewing/publications/read-publication-kind.ts'
import { readUnreadPublications } from '#server/features/reviewing/publications/read-unread-publications.ts'
import { reviewingRoutes } from '#server/features/reviewing/routes.ts'
import { settingsRoutes } from '#server/features/settings/routes.ts'
import { statisticsRoutes } from '#server/features/statistics/routes.ts'
import { copyPapers } from '#server/features/submissions/copy-papers.ts'
import { readTextHandler } from '#server/features/submissions/read-text.job.ts'
import { readTextJob } from '#server/features/submissions/read-text-kind.ts'
import { readUnread, readUnreadTexts } from '#server/features/submissions/read-unread-texts.ts'
import { submissionsRoutes } from '#server/features/submissions/routes.ts'
import { metricsRoute } from '#server/http/metrics.ts'
import { openHttp } from '#server/http/open-http.ts'
import { operationsRoutes } from '#server/http/operations.ts'
import type { Portal } from '#server/http/portal.ts'
import { openPressure } from '#server/http/pressure.ts'
import { readTogetherRoute } from '#server/http/read-together.ts'
import { referenceRoutes } from '#server/http/reference.ts'
import { type JobHandler, openJobs } from '#server/jobs/jobs.ts'
import { messageKinds } from '#server/messages.ts'

/** The assembled portal. `http` does not listen yet and no job is worked off yet. */
export interface App {
  http: FastifyInstance
  portal: Portal
  handlers: readonly JobHandler[]
  /** Runs an action of the portal itself in a transaction. */
  transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Takes up what an earlier process left in the middle. */
  resume(): Promise<void>
  /** Does those of the portal's daily chores that are not done today yet, and clears this machine's waiting room; gives their names. */
  doChores(): Promise<string[]>
  /** Reads the mailbox with bounces, if there is one; gives how many were news. */
  readBounces(): Promise<number>
  /** Stops taking requests, finishes what runs, closes everything but the database. */
  close(): Promise<void>
}

/** What comes from outside, so that tests can hold the clock and the dice. */
export interface Outside {
  database: Database
  secret: string
  clock?: () => Date
  random?: (count: number) => Buffer
  /** Read PDFs for several portals, one after the other; they are not ended with this one. */
  pdfReaders?: PdfReaders
}

/** What the portal does once a day by itself. */
const chores: readonly Chore[] = [
  sendReminders,
  sendDigests,
  forgetEnded,
  forgetMails,
  forgetNotices,
  purgeSubmissions,
  forgetUnconfirmed,
  readUnreadTexts,
  readUnreadPublications,
]

/** All kinds of jobs. */
export const jobKinds = [
  newReviewer,
  resetLink,
  removeBlob,
  cleanCopyJob,
  sendMail,
  makeProposalJob,
  readTextJob,
  readPublicationJob,
]

/** Puts the parts together: the only place that knows every one of them. */
export async function assemble(config: Config, outside: Outside): Promise<App> {
  const { database } = outside
  const clock = outside.clock ?? (() => new Date())
  const random = outside.random ?? randomBytes
  const newId = idSource(random)
  const secrets = deriveSecrets(outside.secret)
  const http = await openHttp(config, clock)
  const jobs = await openJobs(database, jobKinds, (error) => http.log.error({ err: error }, 'job queue'))
  const world = (): World => {
    const now = clock()
    return { now, newId: () => newId(now), randomBytes: random, config, secrets, jobs, log: http.log }
  }
  const blobs = await openStore(config)
  const pdfReaders = outside.pdfReaders ?? openPdfReaders()
  const { inspector, reader, cleaner } = pdfReaders
  const scanner = config.clamdUrl === undefined ? undefined : openVirusScanner(config.clamdUrl)
  const transport = openTransport(config)
  const mailbox = config.bounceMailbox === undefined ? undefined : openBounceMailbox(config.bounceMailbox)

  const transact = <T>(work: (ctx: Ctx) => Promise<T>) =>
    database.db.transaction(async (tx) => {
      const ctx = { ...world(), tx, actor: system, origin: { address: '', device: '' } }
      await signTransaction(tx, system, ctx.now)
      return work(ctx)
    })
  const copies = openCleanCopies({ db: database.db, transact, blobs, inspector: cleaner })

  const attach: Attach = ({ id }) => mailedReceipt(database.db, id)

  const portal: Portal = {
    http,
    database,
    world,
    authenticate: (db, token, now) => authenticate(db, token, now, secrets),
    sessionIn: (token) => sessionOfToken(secrets, token),
    intake: openIntake({ blobs, inspector, scanner, db: database.db, transact }),
    pressure: openPressure(
      () => database.executeSql('select 1'),
      () => performance.now(),
    ),
  }
  operationsRoutes(portal)
  readTogetherRoute(portal)
  metricsRoute(portal)
  settingsRoutes(portal, copyPapers)
  noticesRoutes(portal, messageKinds)
  peopleRoutes(portal)
  submissionsRoutes(portal)
  reviewingRoutes(portal, blobs, copies)
  assigningRoutes(portal)
  paymentsRoutes(portal)
  reminderRoutes(portal)
  mailRoutes(portal, attach, decisionsAfresh)
  mailDeskRoutes(portal, messageKinds)
  privacyRoutes(portal, blobs)
  statisticsRoutes(portal)
  exportingRoutes(portal, blobs)
  activityRoutes(portal)
  await referenceRoutes(portal)
  if (config.mode !== 'production') devMailPage(portal)

  return {
    http,
    portal,
    handlers: [
      newReviewerHandler(transact),
      resetLinkHandler(transact),
      removeBlobHandler(transact, blobs),
      cleanCopyHandler(copies),
      makeProposalHandler(transact),
      readTextHandler({ transact, blobs, inspector: reader }),
      readPublicationHandler({ transact, blobs, inspector: reader }),
      sendMailHandler({ database, world, transport, attach, afresh: acceptancesAfresh }),
    ],
    transact,
    doChores: async () => {
      try {
        return await doChores([...chores, sweepFiles(blobs)], transact)
      } finally {
        // The chores are one machine's; a waiting room is each machine's own.
        await blobs.removeWaiting(new Date(clock().getTime() - ORPHANED_AFTER_MS))
      }
    },
    readBounces: async () => (mailbox === undefined ? 0 : readMailbox(mailbox, { transact, clock })),
    resume: async () => {
      const left = await resumeMails(database.db, world(), database.kind === 'pglite')
      if (left > 0) http.log.warn({ left }, 'mails of an earlier process are taken up')
      const unread = await transact(readUnread)
      if (unread > 0) http.log.info({ unread }, 'abstracts that were not read yet are read')
    },
    close: async () => {
      await http.close()
      await jobs.stop()
      if (outside.pdfReaders === undefined) await pdfReaders.close()
      blobs.close()
      transport?.close()
    },
  }
}
