import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { type Bounce, bounceOf } from './read-bounces.ts'

/**
 * What a delivery report (RFC 3464, RFC 6533) that arrived as a mail says of a mail of ours, recipient by recipient; nothing for
 * any other mail, or one that names no mail. The addresses in it are not looked up: anybody can write such a mail, and
 * only who got ours knows its Message-ID.
 */
export async function readReport(raw: Uint8Array): Promise<Bounce[]> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true })
  const status = mail.attachments.find(({ mimeType }) => isStatus.test(mimeType))
  if (status === undefined) return []
  // The first group is of the message as a whole, but for servers that write everything in one.
  const groups = groupsIn(textOf(status))
  const messageId = originalOf(mail, groups)
  if (messageId === undefined) return []
  return groups.flatMap((fields) => {
    const deed = deeds[(fields.get('action') ?? '').toLowerCase()]
    // Many servers put their words there; others name no more than the status.
    const words = [fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, ''), fields.get('status')]
    return deed === undefined ? [] : [bounceOf(deed, '', messageId, [words.find(Boolean) ?? ''])]
  })
}

/** RFC 3464 §2.3.3; what was delivered, relayed or expanded is no fault. */
const deeds: Readonly<Record<string, Bounce['deed']>> = { failed: 'bounced', delayed: 'delayed' }

const isStatus = /^message\/(global-)?delivery-status$/
const isReturned = /^(message\/rfc822|text\/rfc822-headers|message\/global(-headers)?)$/

/**
 * The Message-ID of the mail that came back: from its headers in the report, else from where the report says it by itself,
 * else what the report answers, which of several is the last (RFC 5322 §3.6.4).
 */
function originalOf(
  { attachments, headers, inReplyTo, references }: Email,
  groups: readonly Map<string, string>[],
): string | undefined {
  const returned = attachments.find(({ mimeType }) => isReturned.test(mimeType))
  const fields = returned === undefined ? undefined : groupsIn(textOf(returned))[0]
  const original = 'x-original-message-id'
  const places = [
    fields?.get('message-id'),
    ...groups.map((group) => group.get(original)),
    headers.find(({ key }) => key === original)?.value,
    inReplyTo,
    references,
  ]
  return places.flatMap((place) => place?.match(/<[^<>\s]+>/g)?.at(-1) ?? [])[0]
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/** Groups of header fields, parted by empty lines; names in lower case, folded lines joined (RFC 5322 §2.2.3). */
function groupsIn(text: string): Map<string, string>[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+(?=\S)/g, ' ')
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .map((group) => new Map(group.split('\n').flatMap(fieldIn)))
}

function fieldIn(line: string): [string, string][] {
  const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]]
}
