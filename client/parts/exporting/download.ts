import { call } from '#client/api/call.ts'
import { type ExportFile, type ExportFilter, exportLink } from '#shared/exporting/contract.ts'
import { saveAs } from './save-as.ts'

/** Lets the browser download an export: asks for a link and follows it. Throws ApiError. */
export async function download(file: ExportFile, filter: ExportFilter = {}): Promise<void> {
  const { downloadUrl } = await call(exportLink, { query: { ...file, ...filter } })
  saveAs(downloadUrl)
}
