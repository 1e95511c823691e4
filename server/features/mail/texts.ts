import { eq } from 'drizzle-orm'
import type { MessageKind } from '#server/core/message.ts'
import type { Db } from '#server/db/db.ts'
import { emailTemplates } from '#server/db/schema.ts'
import { type MailText, problemsIn } from '#shared/mail/template.ts'

/** A message's words in force, and the revision they stand at: 0 before anybody edited them. */
export interface TextInForce {
  text: MailText
  edited: boolean
  revision: number
  changedAt: Date | null
  changedBy: string | null
}

/** The words that the portal came with. */
export function ownText({ subject, body, button }: MessageKind): MailText {
  return { subject, body, button }
}

/**
 * The words that a message is sent in: as edited, else the portal's own. An edited text that a newer version's
 * placeholders no longer fit is passed over, so that no mail goes out with holes.
 */
export async function textInForce(db: Db, kind: MessageKind): Promise<TextInForce> {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.key, kind.key))
  return inForce(kind, row)
}

/** The text in force of each kind among the given, each read once. */
export async function textsFor(db: Db, kinds: readonly MessageKind[]) {
  const texts = new Map<MessageKind, MailText>()
  for (const kind of kinds) {
    if (!texts.has(kind)) texts.set(kind, (await textInForce(db, kind)).text)
  }
  return (kind: MessageKind): MailText => texts.get(kind) ?? kind
}

/** As {@link textInForce}, of a row that is at hand. */
export function inForce(kind: MessageKind, row: typeof emailTemplates.$inferSelect | undefined): TextInForce {
  const stamp = {
    revision: row?.revision ?? 0,
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
  }
  const { subject, body, button } = row ?? { subject: null, body: null, button: null }
  if (subject === null || body === null || button === null)
    return { text: ownText(kind), edited: false, ...stamp }
  const text = { subject, body, button }
  const fits = problemsIn(text, kind.placeholders).length === 0
  return { text: fits ? text : ownText(kind), edited: fits, ...stamp }
}
