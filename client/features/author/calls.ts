import { plainly } from '#client/api/plainly.ts'
import type * as payments from '#shared/payments/contract.ts'
import type * as receipts from '#shared/payments/receipt-contract.ts'
import type * as submissions from '#shared/submissions/contract.ts'
import type * as details from '#shared/submissions/details.ts'
import type * as texts from '#shared/submissions/text-contract.ts'

/** The calls of these screens, without their schemas: a dashboard opens without the schema library. */
export const listOngoing = plainly<typeof submissions.listOngoing>('GET', '/api/abstracts/ongoing')
export const listCompleted = plainly<typeof submissions.listCompleted>('GET', '/api/abstracts/completed')
export const abstractOverview = plainly<typeof submissions.abstractOverview>(
  'GET',
  '/api/abstracts/{abstractId}/overview',
)
export const paperOverview = plainly<typeof submissions.paperOverview>(
  'GET',
  '/api/abstracts/{abstractId}/paper/overview',
)
export const submitAbstract = plainly<typeof submissions.submitAbstract>('POST', '/api/abstracts/submit-file')
export const resubmitAbstract = plainly<typeof submissions.resubmitAbstract>(
  'POST',
  '/api/abstracts/{abstractId}/submit-file',
)
export const deleteAbstract = plainly<typeof submissions.deleteAbstract>(
  'DELETE',
  '/api/abstracts/{abstractId}/file',
)
export const withdrawAbstract = plainly<typeof submissions.withdrawAbstract>(
  'POST',
  '/api/abstracts/{abstractId}/withdraw',
)
export const submitPaper = plainly<typeof submissions.submitPaper>(
  'POST',
  '/api/abstracts/{abstractId}/paper/submit-file',
)
export const deletePaper = plainly<typeof submissions.deletePaper>('DELETE', '/api/papers/{paperId}')
export const saveDetails = plainly<typeof details.saveDetails>('PUT', '/api/abstracts/{abstractId}/details')
export const reportPayment = plainly<typeof payments.reportPayment>(
  'POST',
  '/api/papers/{paperId}/payment/report',
)
const listPayments = plainly<typeof payments.listPayments>('GET', '/api/admin/payments')
/** What the home of an author counts who is also staff. */
export const reportedPayments = { spec: listPayments, query: { status: 'reported', limit: 1 } } as const
export const savePayer = plainly<typeof receipts.savePayer>('PUT', '/api/papers/{paperId}/payment/payer')
export const readSubmissionText = plainly<typeof texts.readSubmissionText>(
  'GET',
  '/api/abstracts/{abstractId}/text',
)
export const saveSubmissionText = plainly<typeof texts.saveSubmissionText>(
  'PUT',
  '/api/abstracts/{abstractId}/text',
)
