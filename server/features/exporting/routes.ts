import type { FastifyReply } from 'fastify'
import { disposition } from '#server/features/files/answer-file.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { Portal } from '#server/http/portal.ts'
import { serve, serveRaw } from '#server/http/serve.ts'
import * as contract from '#shared/exporting/contract.ts'
import { exportLink, openExportLink } from './export-link.ts'
import { type MadeExport, makeExport } from './make-export.ts'

/** What organisers take out as files (decisions.md §8 Export). */
export function exportingRoutes(portal: Portal, blobs: BlobStore): void {
  serveRaw(portal, contract.exportTable, async (ctx, { params, query }, _request, reply) =>
    answer(reply, await makeExport(ctx, params, query, blobs)),
  )
  serveRaw(portal, contract.exportPayments, async (ctx, { params, query }, _request, reply) =>
    answer(reply, await makeExport(ctx, { table: 'payments', ...params }, query, blobs)),
  )
  serveRaw(portal, contract.exportBibliography, async (ctx, { query }, _request, reply) =>
    answer(reply, await makeExport(ctx, { table: 'papers', format: 'bib' }, query, blobs)),
  )
  serveRaw(portal, contract.exportPdfs, async (ctx, { query }, _request, reply) =>
    answer(reply, await makeExport(ctx, { table: 'papers', format: 'zip' }, query, blobs)),
  )
  serve(portal, contract.exportLink, (ctx, { query }) => exportLink(ctx, query))
  serveRaw(portal, contract.readExport, async (ctx, { params }, _request, reply) => {
    const opened = await openExportLink(ctx, params.link)
    return answer(reply, await makeExport(opened.ctx, opened.file, opened.filter, blobs))
  })
}

function answer(reply: FastifyReply, { fileName, mime, size, bytes }: MadeExport): FastifyReply {
  return reply
    .headers({
      'Content-Type': mime,
      'Content-Disposition': disposition('attachment', fileName),
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'no-store',
      ...(size === undefined ? {} : { 'Content-Length': size }),
    })
    .send(bytes)
}
