import { call } from '#client/api/call.ts'
import { plainly } from '#client/api/plainly.ts'
import type { ExportFile, ExportFilter, exportLink } from '#shared/exporting/contract.ts'
import { saveAs } from './save-as.ts'

/** Without its schema: the button is on every list. */
const askForLink = plainly<typeof exportLink>('GET', '/api/admin/export-link')

/** Lets the browser download an export: asks for a link and follows it. Throws ApiError. */
export async function download(file: ExportFile, filter: ExportFilter = {}): Promise<void> {
  const { downloadUrl } = await call(askForLink, { query: { ...file, ...filter } })
  saveAs(downloadUrl)
}
