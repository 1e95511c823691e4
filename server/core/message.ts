/** What is told to somebody: one in-app notification and one e-mail from the same facts (decisions.md §10). */
export interface Message {
  /** Stable name of the kind of message. */
  kind: string
  /** The notification. */
  title: string
  body: string
  /** The e-mail: its subject names the paper and the action needed. */
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
}
