import { plainly } from '#client/api/plainly.ts'
import type * as reviewing from '#shared/reviewing/contract.ts'

/** The calls of these screens, without their schemas: a dashboard opens without the schema library. */
export const listAssigned = plainly<typeof reviewing.listAssigned>('GET', '/api/reviewer/papers/assigned')
export const listReviewed = plainly<typeof reviewing.listReviewed>('GET', '/api/reviewer/papers/reviewed')
export const previewPaper = plainly<typeof reviewing.previewPaper>(
  'GET',
  '/api/reviewer/papers/{paperId}/preview',
)
export const approvePaper = plainly<typeof reviewing.approvePaper>(
  'POST',
  '/api/reviewer/papers/{paperId}/approve',
)
export const requestPaperChange = plainly<typeof reviewing.requestPaperChange>(
  'POST',
  '/api/reviewer/papers/{paperId}/request-change',
)
export const declinePaper = plainly<typeof reviewing.declinePaper>(
  'POST',
  '/api/reviewer/papers/{paperId}/decline',
)
export const saveDraft = plainly<typeof reviewing.saveDraft>('PUT', '/api/reviewer/papers/{paperId}/draft')
export const listDraftTexts = plainly<typeof reviewing.listDraftTexts>(
  'GET',
  '/api/reviewer/papers/{paperId}/draft/texts',
)
export const withdrawFromPaper = plainly<typeof reviewing.withdrawFromPaper>(
  'POST',
  '/api/reviewer/papers/{paperId}/withdraw',
)
