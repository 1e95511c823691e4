import type { Ctx } from '#server/core/ctx.ts'
import { line, type Message, messageKind } from '#server/core/message.ts'

const digest = messageKind({
  key: 'daily_digest',
  group: 'notice',
  to: 'Whoever wants one mail a day',
  when: 'In the morning, where messages have gathered since the last one.',
  placeholders: {
    count: line('how many messages', '3 messages'),
    first: line('what the first is about', 'Abstract received, and 2 more'),
    holds: line('how many and what about, as far as a subject holds it', '3 messages: Abstract received, …'),
    messages: {
      about: 'the messages, each with its link',
      sample: 'Abstract received\nWe have received A26-0007.\nhttps://portal.example/author',
      kind: 'link',
      required: true,
    },
  },
  subject: '{holds}',
  body: 'This is new for you:\n\n{messages}',
  button: 'Open the portal',
})

/** What a daily mail tells of one notification. */
export interface Gathered {
  title: string
  body: string
  url: string
}

/** As many as one mail tells of; the rest is counted. */
const SHOWN = 50
/** Letters of a notification's words: enough to know what it is about. */
const WORDS = 240
/** Letters of titles in its subject. */
const SUBJECT = 90

/** One mail of all that gathered, oldest first. */
export function dailyDigest(ctx: Ctx, gathered: readonly Gathered[]): Message {
  const count = gathered.length
  const first = gathered[0]?.title ?? ''
  const told = gathered.slice(0, SHOWN).map(({ title, body, url }) => [title, short(body), url].join('\n'))
  const more = count > SHOWN ? [`and ${count - SHOWN} more in the portal`] : []
  return digest.of(
    {
      count: count === 1 ? '1 message' : `${count} messages`,
      first: count === 1 ? first : `${first}, and ${count - 1} more`,
      holds: count === 1 ? first : `${count} messages: ${titlesOf(gathered)}`,
      messages: [...told, ...more].join('\n\n'),
    },
    ctx.config.publicUrl,
  )
}

/** What the messages are about, the first ones' titles, as many as a subject holds. */
function titlesOf(gathered: readonly Gathered[]): string {
  const titles = [...new Set(gathered.map(({ title }) => title))]
  const fits = titles.filter((_, at) => titles.slice(0, at + 1).join('; ').length <= SUBJECT)
  const shown = fits.length === 0 ? titles.slice(0, 1) : fits
  return shown.length < titles.length ? `${shown.join('; ')}, …` : shown.join('; ')
}

/** On one line, so that nothing a person typed stands on a line of its own. */
function short(body: string): string {
  const words = body.replace(/\s+/g, ' ').trim()
  return words.length > WORDS ? `${words.slice(0, WORDS - 1)}…` : words
}

export const noticeMessages = [digest.kind]
