import type { Portal } from '#server/http/portal.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '#shared/submissions/contract.ts'
import * as deleted from '#shared/submissions/deleted-contract.ts'
import * as desk from '#shared/submissions/desk-contract.ts'
import * as details from '#shared/submissions/details.ts'
import * as texts from '#shared/submissions/text-contract.ts'
import { listCompleted, listOngoing } from './author-lists.ts'
import { decideAbstract } from './decide-abstract.ts'
import { decideAbstracts, previewDecisions } from './decide-abstracts.ts'
import { deleteAbstract } from './delete-abstract.ts'
import { deletePaper } from './delete-paper.ts'
import { listDeleted } from './deleted.ts'
import { listAbstracts, listPendingAbstracts, listReviewedAbstracts } from './desk-lists.ts'
import { paperOverview } from './paper-overview.ts'
import { previewAbstract } from './preview-abstract.ts'
import { reopenAbstract } from './reopen-abstract.ts'
import { restoreAbstract } from './restore-abstract.ts'
import { resubmitAbstract } from './resubmit-abstract.ts'
import { saveDetails } from './save-details.ts'
import { submitAbstract } from './submit-abstract.ts'
import { submitPaper } from './submit-paper.ts'
import { readSubmissionText, saveSubmissionText } from './text.ts'
import { withdraw } from './withdraw.ts'

/** The author's calls, but for the overview, which has the payment (payments/routes.ts), and the abstracts desk. */
export function submissionsRoutes(portal: Portal): void {
  serve(portal, contract.listOngoing, (ctx, { query }) => listOngoing(ctx, query))
  serve(portal, contract.listCompleted, (ctx, { query }) => listCompleted(ctx, query))
  serve(portal, contract.paperOverview, (ctx, { params }) => paperOverview(ctx, params.abstractId))
  serve(portal, details.saveDetails, (ctx, { params, body }) => saveDetails(ctx, params.abstractId, body))
  serve(portal, texts.readSubmissionText, (ctx, { params }) => readSubmissionText(ctx, params.abstractId))
  serve(portal, texts.saveSubmissionText, (ctx, { params, body }) =>
    saveSubmissionText(ctx, params.abstractId, body),
  )
  serve(portal, contract.submitAbstract, (ctx, { file }) => submitAbstract(ctx, file))
  serve(portal, contract.resubmitAbstract, (ctx, { params, query, file }) =>
    resubmitAbstract(ctx, params.abstractId, file, query.as),
  )
  serve(portal, contract.deleteAbstract, (ctx, { params }) => deleteAbstract(ctx, params.abstractId))
  serve(portal, contract.withdrawAbstract, (ctx, { params, body }) =>
    withdraw(ctx, params.abstractId, body.reason),
  )
  serve(portal, contract.submitPaper, (ctx, { params, query, file }) =>
    submitPaper(ctx, params.abstractId, file, query.as),
  )
  serve(portal, contract.deletePaper, (ctx, { params }) => deletePaper(ctx, params.paperId))

  serve(portal, desk.listAbstracts, (ctx, { query }) => listAbstracts(ctx, query))
  serve(portal, desk.listPendingAbstracts, (ctx, { query }) => listPendingAbstracts(ctx, query))
  serve(portal, desk.listReviewedAbstracts, (ctx, { query }) => listReviewedAbstracts(ctx, query))
  serve(portal, deleted.listDeleted, (ctx, { query }) => listDeleted(ctx, query))
  serve(portal, deleted.restoreAbstract, (ctx, { params, body }) =>
    restoreAbstract(ctx, params.abstractId, body.reason),
  )
  serve(portal, desk.previewAbstract, (ctx, { params }) => previewAbstract(ctx, params.abstractId))
  serve(portal, desk.previewAbstractDecisions, (ctx, { body }) =>
    previewDecisions(ctx, body.verdict, body.abstracts),
  )
  serve(portal, desk.reopenAbstract, (ctx, { params, body }) =>
    reopenAbstract(ctx, params.abstractId, body.reason, body.updatedAt),
  )
  serve(portal, desk.decideAbstracts, (ctx, { body }) => decideAbstracts(ctx, body.decision, body.abstracts))
  serve(portal, desk.approveAbstract, (ctx, { params, body }) =>
    decideAbstract(ctx, params.abstractId, 'approve', body.comments, body.updatedAt),
  )
  serve(portal, desk.requestAbstractChange, (ctx, { params, body }) =>
    decideAbstract(ctx, params.abstractId, 'request_change', body.reason, body.updatedAt),
  )
  serve(portal, desk.declineAbstract, (ctx, { params, body }) =>
    decideAbstract(ctx, params.abstractId, 'decline', body.reason, body.updatedAt),
  )
}
