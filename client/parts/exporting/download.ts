import { call } from '#client/api/call.ts'
import { type ExportFile, type ExportFilter, exportLink } from '#shared/exporting/contract.ts'

/** Lets the browser download an export, with its own progress: asks for a link and follows it. Throws ApiError. */
export async function download(file: ExportFile, filter: ExportFilter = {}): Promise<void> {
  const { downloadUrl } = await call(exportLink, { query: { ...file, ...filter } })
  const link = document.createElement('a')
  link.href = downloadUrl
  link.download = ''
  link.click()
}
