import { exportLink } from '#shared/exporting/contract.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { myData } from '#shared/people/account-contract.ts'
import type { TestPortal } from './test-portal.ts'

/** What an organiser's, or the payments desk's, session can ask a link to, beside files. */
export const linkKinds = ['my data', 'export', 'receipt'] as const

/** A link of each kind, given to the session of a token; there is a receipt on the desk. */
export async function linksOf(
  t: TestPortal,
  as: string,
): Promise<Record<(typeof linkKinds)[number], string>> {
  const own = await t.call(myData, { as })
  const file = await t.call(exportLink, { as, query: { table: 'payments', format: 'csv' } })
  const { items } = (await t.call(listPayments, { as })).body
  return {
    'my data': own.body.downloadUrl,
    export: file.body.downloadUrl,
    receipt: items.flatMap(({ receipts }) => receipts)[0]?.downloadUrl ?? '',
  }
}

/** What a link is answered with, whoever has it: nobody says who they are. */
export async function openLink({ app }: TestPortal, url: string): Promise<number> {
  return (await app.http.inject({ url })).statusCode
}
