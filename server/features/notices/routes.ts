import type { FastifyInstance } from 'fastify'
import type { MessageKind } from '#server/core/message.ts'
import { unsubscribePage } from '#server/features/mail/mail-links.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import * as preferences from '#shared/mail/preferences.ts'
import * as contract from '#shared/notices/contract.ts'
import { listNotices } from './list-notices.ts'
import { markAllRead, markRead } from './mark-read.ts'
import { opensByKind } from './opens-for.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { readUnsubscribe, unsubscribe } from './unsubscribe.ts'

/** One's own notifications; `kinds` are those of all features. */
export function noticesRoutes(portal: Portal, kinds: readonly MessageKind[]): void {
  const opens = opensByKind(kinds)
  serve(portal, contract.listNotices, (ctx, { query }) => listNotices(ctx, query, opens))
  serve(portal, contract.markRead, (ctx, { body }) => markRead(ctx, body.id))
  serve(portal, contract.markAllRead, (ctx, { query }) => markAllRead(ctx, query.upTo))
  serve(portal, preferences.readPreferences, (ctx) => readPreferences(ctx))
  serve(portal, preferences.savePreferences, (ctx, { body }) => savePreferences(ctx, body))
  serve(portal, preferences.readUnsubscribe, (ctx, { params }) => readUnsubscribe(ctx, params.link))
  // In a scope of its own, where bodies are read as mail programs send them.
  void portal.http.register(async (http) => {
    takeForms(http)
    unsubscribeRoutes({ ...portal, http })
  })
}

/** The link of a mail: for a mail program to post to, and for a person to follow. */
function unsubscribeRoutes(portal: Portal): void {
  serve(portal, preferences.unsubscribe, (ctx, { params, body }) => unsubscribe(ctx, params.link, body))
  serveRaw(portal, preferences.openUnsubscribe, async ({ config }, { params }, _request, reply) =>
    reply.redirect(unsubscribePage(config, encodeURIComponent(params.link)), 303),
  )
}

/** As much as such a form ever needs, in bytes. */
const FORM_MAX = 10_000

/** Lets a form through (RFC 8058 §3.2), of either type and whatever it says: that it was posted is what counts. */
function takeForms(http: FastifyInstance): void {
  http.removeContentTypeParser('multipart/form-data')
  http.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: FORM_MAX },
    (_request, _body, done) => done(null, {}),
  )
}
