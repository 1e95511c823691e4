import type { Message } from '#server/core/message.ts'

interface Around {
  /** The recipient's name. */
  name: string
  conference: string
  supportEmail: string
}

/** The two parts of a mail from one message: the same words, one button. People's own text is always escaped. */
export function renderMail(message: Message, around: Around): { text: string; html: string } {
  return { text: asText(message, around), html: asHtml(message, around) }
}

function asText({ paragraphs, action }: Message, { name, conference, supportEmail }: Around): string {
  return [
    `Dear ${oneLine(name)},`,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `Need help? Contact us at ${supportEmail}`,
    conference,
  ].join('\n\n')
}

function asHtml(
  { subject, paragraphs, action }: Message,
  { name, conference, supportEmail }: Around,
): string {
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#1f4e79;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">${escapeHtml(action.label)}</a></p>
<p style="font-size:13px;color:#555555;word-break:break-all">${escapeHtml(action.url)}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1c1c1c;font:16px/1.5 Georgia,serif">
<div style="max-width:560px;margin:0 auto">
<p>Dear ${escapeHtml(oneLine(name))},</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`).join('\n')}
${button}
<hr style="border:0;border-top:1px solid #dddddd;margin:24px 0">
<p style="font-size:13px;color:#555555">Need help? Contact us at <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a><br>${escapeHtml(conference)}</p>
</div></body></html>`
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Text that may stand in a header: no line break or other control character can begin a header of its own. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
