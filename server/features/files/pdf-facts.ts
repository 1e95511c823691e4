/** What inspecting a PDF found: measures, or why it is refused. */
export type PdfFacts =
  | { ok: true; pages: number; title: string | null }
  | { ok: false; code: 'not_a_pdf' | 'encrypted_pdf' | 'broken_pdf'; message: string }

export const notAPdf: PdfFacts = { ok: false, code: 'not_a_pdf', message: 'Please upload a PDF file.' }
export const encrypted: PdfFacts = {
  ok: false,
  code: 'encrypted_pdf',
  message: 'The file is password protected. Save it without a password and upload it again.',
}
export const broken: PdfFacts = {
  ok: false,
  code: 'broken_pdf',
  message: 'The PDF is damaged and cannot be read. Make it again and upload the new file.',
}
export const cutOff: PdfFacts = {
  ok: false,
  code: 'broken_pdf',
  message:
    'The end of the PDF is missing: the file was cut off on its way. Get it whole and upload it again.',
}
export const tooHard: PdfFacts = {
  ok: false,
  code: 'broken_pdf',
  message: 'The PDF takes too long or too much memory to read. Print it to a new PDF and upload that.',
}
