import { answerFile } from '#server/features/files/answer-file.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { CleanCopies } from '#server/features/files/clean/clean-copies.ts'
import { readFileLink } from '#server/http/file-link.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve, servePrepared, serveRaw } from '#server/http/serve.ts'
import { readFile } from '#shared/files/contract.ts'
import * as contract from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import * as own from '#shared/reviewing/publications-contract.ts'
import * as reviewerDesk from '#shared/reviewing/reviewer-desk-contract.ts'
import { listAssigned } from './assigned-papers.ts'
import { changeDue } from './change-due.ts'
import { checkInvitees } from './check-invitees.ts'
import { decideAsChair } from './conclude.ts'
import { decide } from './decide.ts'
import { paperDeskOverview, paperDeskPreview } from './desk-overview.ts'
import { countDecisionsNeeded, listPapers } from './desk-papers.ts'
import { draftTexts } from './draft-texts.ts'
import { listReviewers } from './list-reviewers.ts'
import { previewPaper } from './preview-paper.ts'
import {
  addPublicationPdf,
  addPublications,
  changePublication,
  listPublications,
  readPublicationList,
  removePublication,
} from './publications/publications.ts'
import { readableFile } from './read-file.ts'
import { readReviewer } from './read-reviewer.ts'
import { previewReminders, remindReviewers } from './remind.ts'
import { reopenPaper } from './reopen-paper.ts'
import { listReviewed } from './reviewed-papers.ts'
import { saveDraft } from './save-draft.ts'
import { unassignReviewer } from './unassign.ts'
import { withdrawFromPaper } from './withdraw-from-paper.ts'

/** The reviewer's calls, the papers desk, and the files behind signed links (who reviews may read decides here). */
export function reviewingRoutes(portal: Portal, blobs: BlobStore, copies: CleanCopies): void {
  serveRaw(portal, readFile, async (ctx, { params }, request, reply) => {
    const grant = readFileLink(ctx.secrets, params.link, ctx.now)
    return answerFile(request, reply, blobs, await readableFile(ctx, copies, grant), grant)
  })
  serve(portal, own.listPublications, (ctx) => listPublications(ctx))
  servePrepared(
    portal,
    own.addPublications,
    ({ body }) => readPublicationList(body.list),
    (ctx, _input, read) => addPublications(ctx, read),
  )
  serve(portal, own.addPublicationPdf, (ctx, { file }) => addPublicationPdf(ctx, file))
  serve(portal, own.changePublication, (ctx, { params, body }) =>
    changePublication(ctx, params.publicationId, body),
  )
  serve(portal, own.removePublication, (ctx, { params }) => removePublication(ctx, params.publicationId))
  serve(portal, contract.listAssigned, (ctx, { query }) => listAssigned(ctx, query))
  serve(portal, contract.listReviewed, (ctx, { query }) => listReviewed(ctx, query))
  serve(portal, contract.previewPaper, (ctx, { params }) => previewPaper(ctx, copies, params.paperId))
  serve(portal, contract.approvePaper, (ctx, { params, body }) =>
    decide(
      ctx,
      params.paperId,
      { verdict: 'approve', score: body.score, comments: body.comments ?? null },
      body,
    ),
  )
  serve(portal, contract.requestPaperChange, (ctx, { params, body }) =>
    decide(
      ctx,
      params.paperId,
      { verdict: 'request_change', score: body.score, comments: body.reason },
      body,
    ),
  )
  serve(portal, contract.declinePaper, (ctx, { params, body }) =>
    decide(ctx, params.paperId, { verdict: 'decline', score: body.score, comments: body.reason }, body),
  )
  serve(portal, contract.withdrawFromPaper, (ctx, { params, body }) =>
    withdrawFromPaper(ctx, params.paperId, body.reason, body.conflict),
  )
  serve(portal, contract.listDraftTexts, (ctx, { params }) => draftTexts(ctx, params.paperId))
  serve(portal, contract.saveDraft, (ctx, { params, body }) => saveDraft(ctx, params.paperId, body))

  serve(portal, desk.listPapers, (ctx, { query }) => listPapers(ctx, query))
  serve(portal, desk.countDecisionsNeeded, (ctx, { query }) =>
    countDecisionsNeeded(ctx, query.reviewsPerPaper),
  )
  serve(portal, desk.paperDeskOverview, (ctx, { params }) => paperDeskOverview(ctx, params.paperId))
  serve(portal, desk.paperDeskPreview, (ctx, { params }) => paperDeskPreview(ctx, params.paperId))
  serve(portal, desk.approvePaperAsChair, (ctx, { params, body }) =>
    decideAsChair(ctx, params.paperId, 'approve', body.comments, body.updatedAt),
  )
  serve(portal, desk.requestPaperChangeAsChair, (ctx, { params, body }) =>
    decideAsChair(ctx, params.paperId, 'request_change', body.reason, body.updatedAt),
  )
  serve(portal, desk.declinePaperAsChair, (ctx, { params, body }) =>
    decideAsChair(ctx, params.paperId, 'decline', body.reason, body.updatedAt),
  )
  serve(portal, desk.reopenPaper, (ctx, { params, body }) => reopenPaper(ctx, params.paperId, body))
  serve(portal, desk.unassignReviewer, (ctx, { params }) =>
    unassignReviewer(ctx, params.paperId, params.reviewerId),
  )
  serve(portal, reviewerDesk.changeDue, (ctx, { params, body }) =>
    changeDue(ctx, params.paperId, params.reviewerId, body.dueAt),
  )
  serve(portal, reviewerDesk.checkInvitees, (ctx, { body }) => checkInvitees(ctx, body.invitations))
  serve(portal, desk.listReviewers, (ctx, { query }) => listReviewers(ctx, query))
  serve(portal, reviewerDesk.previewReminders, (ctx, { body }) => previewReminders(ctx, body.reviewerIds))
  serve(portal, reviewerDesk.remindReviewers, (ctx, { body }) => remindReviewers(ctx, body.reviewerIds))
  serve(portal, reviewerDesk.readReviewer, (ctx, { params }) => readReviewer(ctx, params.reviewerId))
}
