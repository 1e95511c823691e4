import type { Portal } from '#server/http/portal.ts'
import { serve, servePrepared, serveSteps } from '#server/http/serve.ts'
import * as bids from '#shared/assigning/bids-contract.ts'
import * as contract from '#shared/assigning/contract.ts'
import * as kept from '#shared/assigning/proposals-contract.ts'
import {
  explainPair as explainCall,
  proposeAssignments as proposeCall,
} from '#shared/assigning/propose-contract.ts'
import { assignReviewer as assignOne } from '#shared/reviewing/desk-contract.ts'
import { readReviewerTexts as readReviewerTextsCall } from '#shared/reviewing/publications-contract.ts'
import { applyAssignments } from './apply.ts'
import { assignReviewer } from './assign.ts'
import { listBatches, undoBatch } from './batches.ts'
import { readBids, removeBids, saveBids } from './bids/keep-bids.ts'
import { readBidsList } from './bids/read-bids-list.ts'
import { explainPair } from './explain-pair.ts'
import { previewAssignments } from './plan.ts'
import { evenLoad } from './proposals/even-load.ts'
import { listCandidates, readMatrix } from './proposals/matrix.ts'
import { cancelProposal, listProposals, readProposal } from './proposals/read-proposal.ts'
import { startProposal } from './proposals/start-proposal.ts'
import { proposeAssignments } from './propose.ts'
import { readList } from './read-list.ts'
import { readReviewerTexts } from './reviewer-texts.ts'

/** Every way of assigning reviewers to papers; one engine behind them. */
export function assigningRoutes(portal: Portal): void {
  serve(portal, assignOne, (ctx, { params, body }) => assignReviewer(ctx, params.paperId, body))
  serve(portal, contract.previewAssignments, (ctx, { body }) => previewAssignments(ctx, body.pairs, body))
  serve(portal, contract.applyAssignments, (ctx, { body }) =>
    applyAssignments(ctx, body.pairs, body.source, body),
  )
  serveSteps(portal, proposeCall, (steps, { body }) => proposeAssignments(steps, body))
  serveSteps(portal, explainCall, (steps, { params }) => explainPair(steps, params))
  serve(portal, kept.startProposal, (ctx, { body }) => startProposal(ctx, body))
  serve(portal, kept.readEvenLoad, (ctx, { query }) => evenLoad(ctx, query.reviewsPerPaper))
  serve(portal, kept.listProposals, (ctx) => listProposals(ctx))
  serve(portal, kept.readProposal, (ctx, { params }) => readProposal(ctx, params.proposalId))
  serve(portal, kept.cancelProposal, (ctx, { params }) => cancelProposal(ctx, params.proposalId))
  serve(portal, kept.readProposalMatrix, (ctx, { params, query }) =>
    readMatrix(ctx, params.proposalId, query.from),
  )
  serve(portal, kept.listProposalCandidates, (ctx, { params, query }) =>
    listCandidates(ctx, params.proposalId, query.paperId, query.q ?? ''),
  )
  serveSteps(portal, contract.readAssignmentList, (steps, { body }) => readList(steps, body.list))
  serve(portal, bids.readBids, (ctx) => readBids(ctx))
  servePrepared(
    portal,
    bids.saveBids,
    ({ body }) => readBidsList({ tx: portal.database.db }, body.list),
    (ctx, _, read) => saveBids(ctx, read),
  )
  serve(portal, bids.removeBids, (ctx) => removeBids(ctx))
  serve(portal, readReviewerTextsCall, (ctx, { params }) => readReviewerTexts(ctx, params.reviewerId))
  serve(portal, contract.listBatches, (ctx, { query }) => listBatches(ctx, query))
  serve(portal, contract.undoBatch, (ctx, { params }) => undoBatch(ctx, params.batchId))
}
