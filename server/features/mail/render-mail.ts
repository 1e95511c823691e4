import { escapeHtml } from './html.ts'
import type { Around, Letter } from './letter.ts'
import { NUMBERS } from './numbers.ts'

/** The two parts of a mail: the same words, one button, and the address for help where there is one. */
export function renderMail(letter: Letter, around: Around): { text: string; html: string } {
  return { text: asText(letter, around), html: asHtml(letter, around) }
}

function asText({ paragraphs, button }: Letter, { conference, supportEmail, fewer }: Around): string {
  return [
    ...paragraphs.map(({ text }) => text),
    `${button.label}:\n${button.url}`,
    ...(supportEmail === '' ? [] : [`Need help? Contact us at ${supportEmail}`]),
    conference,
    ...(fewer === undefined ? [] : [`Fewer mails like this one:\n${fewer}`]),
  ].join('\n\n')
}

/** One column that fits the narrowest phone, with nothing fetched from anywhere; mail programs know inline styles only. */
function asHtml(
  { subject, paragraphs, button }: Letter,
  { conference, supportEmail, fewer }: Around,
): string {
  const url = escapeHtml(button.url)
  const support = escapeHtml(supportEmail)
  const help =
    supportEmail === ''
      ? ''
      : `Need help? Contact us at <a href="mailto:${support}" style="color:#1f4e79">${support}</a><br>`
  const less =
    fewer === undefined
      ? ''
      : `<br><a href="${escapeHtml(fewer)}" style="color:#1f4e79">Fewer mails like this one</a>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1c1c1c;font:16px/1.5 Georgia,serif;overflow-wrap:anywhere">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map(({ html }) => `<p style="margin:0 0 16px">${whole(html).replaceAll('\n', '<br>')}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${url}" style="background:#1f4e79;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block;font-family:Helvetica,Arial,sans-serif">${escapeHtml(button.label)}</a></p>
<p style="font-size:13px;color:#555555;word-break:break-all">${url}</p>
<hr style="border:0;border-top:1px solid #dddddd;margin:24px 0">
<p style="font-size:13px;color:#555555">${help}${escapeHtml(conference)}${less}</p>
</div></body></html>`
}

/** A tag, or the number of an abstract or a paper. */
const TAG_OR_NUMBER = new RegExp(`<[^<>]*>|${NUMBERS.source}`, 'g')

/** Escaped HTML in which no number breaks at its hyphens; they stay hyphens, so that it can be copied. */
function whole(html: string): string {
  return html.replace(TAG_OR_NUMBER, (found) =>
    found.startsWith('<') ? found : `<span style="white-space:nowrap">${found}</span>`,
  )
}
