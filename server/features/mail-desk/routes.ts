import type { MessageKind } from '#server/core/message.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/mail/desk-contract.ts'
import { abstractDecisionMail, paperDecisionMail } from './decision-mail.ts'
import { previewText, testText } from './draft.ts'
import { listMessages, previewMessage, sendMessage, testMessage } from './send-message.ts'
import { kindOf, listTexts, readText, resetText, saveText } from './texts.ts'

/** The texts of the portal's mails, and messages to groups. `kinds` are all that any feature sends. */
export function mailDeskRoutes(portal: Portal, kinds: readonly MessageKind[]): void {
  serve(portal, contract.listEmailTemplates, (ctx) => listTexts(ctx, kinds))
  serve(portal, contract.readEmailTemplate, (ctx, { params }) => readText(ctx, kinds, params.key))
  serve(portal, contract.saveEmailTemplate, (ctx, { params, body: { revision, ...text } }) =>
    saveText(ctx, kindOf(kinds, params.key), text, revision),
  )
  serve(portal, contract.resetEmailTemplate, (ctx, { params, body }) =>
    resetText(ctx, kindOf(kinds, params.key), body.revision),
  )
  serve(portal, contract.previewEmailTemplate, (ctx, { params, body }) =>
    previewText(ctx, kindOf(kinds, params.key), body),
  )
  serve(portal, contract.testEmailTemplate, (ctx, { params, body }) =>
    testText(ctx, kindOf(kinds, params.key), body),
  )
  serve(portal, contract.previewAbstractMail, (ctx, { params, body }) =>
    abstractDecisionMail(ctx, params.abstractId, body),
  )
  serve(portal, contract.previewPaperMail, (ctx, { params, body }) =>
    paperDecisionMail(ctx, params.paperId, body),
  )
  serve(portal, contract.listMessages, (ctx, { query }) => listMessages(ctx, query))
  serve(portal, contract.previewMessage, (ctx, { body: { audience, ...words } }) =>
    previewMessage(ctx, audience, words),
  )
  serve(portal, contract.testMessage, (ctx, { body }) => testMessage(ctx, body))
  serve(portal, contract.sendMessage, (ctx, { body: { audience, count, stamp, again, ...words } }) =>
    sendMessage(ctx, audience, words, { count, stamp, again }),
  )
}
