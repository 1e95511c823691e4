import type { TimelineKind } from '#shared/submissions/timeline.ts'
import type { Walk } from './walk.ts'

/** One thing that somebody does to a submission. */
export interface Step {
  deed: string
  as: 'author' | 'admin' | 'reviewer'
  method: 'POST' | 'DELETE'
  path: (walk: Pick<Walk, 'abstractId' | 'paperId'>) => string
  /** Of what is sent as JSON. */
  body?: (reviewerId: string) => object
  /** The file that is sent. */
  sends?: 'abstract' | 'paper'
  /** What the submission's history tells of it. */
  event?: TimelineKind
  /** A row that it leaves beside. */
  leaves?: 'assignment' | 'review' | 'payment'
  /** Whom it tells of it by one mail and one notification, and of which kind these are. */
  tells?: { kind: string; to: 'author' | 'reviewer' }
}

const steps = {
  abstract: {
    deed: 'an abstract',
    as: 'author',
    method: 'POST',
    path: () => '/api/abstracts/submit-file',
    sends: 'abstract',
    event: 'abstract_submitted',
    tells: { kind: 'abstract_received', to: 'author' },
  },
  abstractAccepted: {
    deed: 'an organiser’s decision on an abstract',
    as: 'admin',
    method: 'POST',
    path: ({ abstractId }) => `/api/admin/abstracts/${abstractId}/approve`,
    body: () => ({}),
    event: 'abstract_accepted',
    tells: { kind: 'abstract_approve', to: 'author' },
  },
  paper: {
    deed: 'a paper',
    as: 'author',
    method: 'POST',
    path: ({ abstractId }) => `/api/abstracts/${abstractId}/paper/submit-file`,
    sends: 'paper',
    event: 'paper_submitted',
    tells: { kind: 'paper_received', to: 'author' },
  },
  paperAccepted: {
    deed: 'an organiser’s decision on a paper',
    as: 'admin',
    method: 'POST',
    path: ({ paperId }) => `/api/admin/papers/${paperId}/approve`,
    body: () => ({}),
    event: 'paper_approved',
    tells: { kind: 'paper_approve', to: 'author' },
  },
  assigned: {
    deed: 'an assignment',
    as: 'admin',
    method: 'POST',
    path: ({ paperId }) => `/api/admin/papers/${paperId}/assignments`,
    body: (reviewerId) => ({ reviewerId }),
    leaves: 'assignment',
    tells: { kind: 'assigned', to: 'reviewer' },
  },
  reviewed: {
    deed: 'a reviewer’s decision',
    as: 'reviewer',
    method: 'POST',
    path: ({ paperId }) => `/api/reviewer/papers/${paperId}/approve`,
    body: () => ({ score: 80, comments: 'Sound.' }),
    event: 'paper_approved',
    leaves: 'review',
    tells: { kind: 'paper_approve', to: 'author' },
  },
  paid: {
    deed: 'a payment',
    as: 'admin',
    method: 'POST',
    path: ({ paperId }) => `/api/admin/papers/${paperId}/payment/verify`,
    body: () => ({}),
    event: 'payment_verified',
    leaves: 'payment',
    tells: { kind: 'payment_verified', to: 'author' },
  },
  paperDeleted: {
    deed: 'the deletion of a paper',
    as: 'author',
    method: 'DELETE',
    path: ({ paperId }) => `/api/papers/${paperId}`,
    event: 'paper_deleted',
  },
  /** Of a submission whose paper somebody was assigned to. */
  deleted: {
    deed: 'the deletion of a submission',
    as: 'author',
    method: 'DELETE',
    path: ({ abstractId }) => `/api/abstracts/${abstractId}/file`,
    event: 'abstract_deleted',
    tells: { kind: 'paper_gone', to: 'reviewer' },
  },
} as const satisfies Record<string, Step>

const { abstract, abstractAccepted, paper, paperAccepted, assigned, reviewed, paid, paperDeleted, deleted } =
  steps
const untilPaper = [abstract, abstractAccepted, paper] as const

/** A submission's whole life, as a list of deeds. */
export type Way = readonly Step[]

/** The lives that submissions lead by turns. */
export const ways: readonly Way[] = [
  [...untilPaper, paperAccepted, paid],
  [...untilPaper, assigned, reviewed, paid],
  [...untilPaper, paperDeleted, paper, assigned, deleted],
]
