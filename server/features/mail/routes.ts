import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/mail/contract.ts'
import type { Afresh } from './afresh.ts'
import type { Attach } from './attach.ts'
import { reportBounces } from './bounces.ts'
import { editEmail } from './edit-email.ts'
import { listEmails, readEmail } from './list-emails.ts'
import { releaseEmails } from './release.ts'
import { discardEmails, retryEmail, retryEmails } from './resend.ts'

/** The mail desk: what was sent, with what, and what is held. */
export function mailRoutes(portal: Portal, attach: Attach, afresh: Afresh): void {
  serve(portal, contract.listEmails, (ctx, { query }) => listEmails(ctx, query))
  serve(portal, contract.readEmail, (ctx, { params }) => readEmail(ctx, params.emailId, attach, afresh))
  serve(portal, contract.retryEmail, (ctx, { params }) => retryEmail(ctx, params.emailId))
  serve(portal, contract.retryEmails, (ctx, { body }) => retryEmails(ctx, body))
  serve(portal, contract.editEmail, (ctx, { params, body }) => editEmail(ctx, params.emailId, body, afresh))
  serve(portal, contract.releaseEmails, (ctx, { body }) => releaseEmails(ctx, body, afresh))
  serve(portal, contract.discardEmails, (ctx, { body }) => discardEmails(ctx, body))
  serve(portal, contract.reportBounces, (ctx, { body }) => reportBounces(ctx, body))
}
