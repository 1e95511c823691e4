import { disposition } from '#server/features/files/answer-file.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import { openZip } from '#server/features/files/zip.ts'
import { readFileLink } from '#server/http/file-link.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve, serveRaw, serveSteps } from '#server/http/serve.ts'
import * as contract from '#shared/people/account-contract.ts'
import { deleteAccount } from './delete-account.ts'
import { archiveEntries, myData } from './my-data.ts'
import { whatLeavingDoes } from './what-leaving-does.ts'

/** A person's right to their data, and to have it gone. Last of the features, because it knows all of them. */
export function privacyRoutes(portal: Portal, blobs: BlobStore): void {
  serve(portal, contract.myData, (ctx) => myData(ctx))
  serveRaw(portal, contract.readMyData, async (ctx, { params }, _request, reply) => {
    const grant = readFileLink(ctx.secrets, params.link, ctx.now)
    const entries = await archiveEntries(ctx, grant, blobs, portal.database.db)
    const { bytes } = await openZip(ctx, entries)
    return reply
      .headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': disposition('attachment', 'my-data.zip'),
        'Cache-Control': 'no-store',
      })
      .send(bytes)
  })
  serve(portal, contract.readDeletion, (ctx) => whatLeavingDoes(ctx))
  serveSteps(portal, contract.deleteAccount, (steps, { body }) => deleteAccount(steps, body.password))
}
