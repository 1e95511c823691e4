import type { ChoosableGroup } from '#shared/mail/choosable.ts'
import type { Attached } from '#shared/mail/states.ts'
import type { MailText, Placeholder, Placeholders } from '#shared/mail/template.ts'
import type { NoticeOpens } from '#shared/notices/contract.ts'

/** What a message is about. Nobody can turn off accounts, decisions and payments (decisions.md §10). */
export type MessageGroup = 'account' | 'decision' | 'payment' | ChoosableGroup

/** One kind of message that the portal sends: declared once, in the feature that it belongs to. */
export interface MessageKind extends MailText {
  /** Stable name. */
  key: string
  group: MessageGroup
  /** Who gets it, and when: for whoever edits its text. */
  to: string
  when: string
  placeholders: Placeholders
  /**
   * The notification in the portal, of the same placeholders; none where whoever is told cannot be logged in. `opens`:
   * where the submission that it names is opened; null where it names none, or none that is still theirs to open.
   */
  notice?: { title: string; body: string; opens: NoticeOpens | null }
  /** The button's link lets its holder in: never shown at the mail desk. */
  secretLink?: true
}

/** What is told to somebody: one in-app notification and one e-mail from the same facts (decisions.md §10). */
export interface Message {
  kind: MessageKind
  /** A value for each of the kind's own placeholders; empty where there is nothing to say. */
  values: Readonly<Record<string, string>>
  /** Where the button leads. */
  url: string
  /** What goes with the mail. */
  attached?: Attached
  /** Of a decision: the abstract’s id of the submission that it is about. A later one takes the place of its mail. */
  decides?: string
}

/** What every message can name. */
const around = {
  name: { about: 'the recipient’s name', sample: 'Ada Author', kind: 'line' },
  conference: { about: 'the conference’s name', sample: 'Engineering Conference 2026', kind: 'line' },
  support: {
    about: 'the support address; until one is set: “the organisers”',
    sample: 'help@conference.example',
    kind: 'line',
  },
} satisfies Placeholders

/**
 * Declares a kind of message and gives the function that makes one of it. The body is written without its greeting,
 * which all have in common.
 */
export function messageKind<const Own extends Placeholders>(
  given: Omit<MessageKind, 'placeholders'> & { placeholders: Own },
) {
  const kind: MessageKind = {
    ...given,
    body: `Dear {name},\n\n${given.body}`,
    placeholders: { ...around, ...given.placeholders },
  }
  return {
    kind,
    of: (values: Readonly<Record<keyof Own & string, string>>, url: string): Message => ({
      kind,
      values,
      url,
    }),
  }
}

/** A placeholder of one line, with a sample: the commonest. */
export const line = (about: string, sample: string) =>
  ({ about, sample, kind: 'line' }) as const satisfies Placeholder

/** A person's own words, of any length; a paragraph that names them is left out when there are none. */
export const said = (about: string, sample: string) =>
  ({ about, sample, kind: 'text', optional: true }) as const satisfies Placeholder
