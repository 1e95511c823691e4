import type { Message } from '#server/core/message.ts'
import { type ChangingFact, changingFacts, type ToldFacts } from '#shared/mail/states.ts'
import type { Mail } from './claim.ts'

const names = Object.keys(changingFacts).filter((name): name is ChangingFact => name in changingFacts)

/** Those of which a part says as much. */
const dates: readonly ChangingFact[] = ['due', 'closed']

/** What a message tells of the facts that may change while its mail is held. */
export function toldBy({ values }: Message): ToldFacts {
  return Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, [values[name]]]] : [])))
}

/** What a mail was told before and is told now. */
export function toldBoth(before: ToldFacts | null, now: ToldFacts | null): ToldFacts | null {
  if (before === null || now === null) return before ?? now
  return Object.fromEntries(
    names.map((name) => [name, [...new Set([...(before[name] ?? []), ...(now[name] ?? [])])]]),
  )
}

/**
 * What the words of a mail say that was so when they were written and is so no more, a sentence each. A date is found
 * however much of it stands there: with its hour and zone, or its day alone.
 */
export function holdsNoLonger(mail: Pick<Mail, 'subject' | 'body' | 'told'>, now: ToldFacts): string[] {
  const text = spaced(`${mail.subject}\n${mail.body}`)
  return names.flatMap((name) => {
    const holds = now[name]?.[0]
    const found = (mail.told?.[name] ?? [])
      .filter((one) => one !== holds)
      .flatMap((one) => (dates.includes(name) ? partsOfDate(one) : [one]))
      .find((part) => !says(holds ?? '', part) && says(text, part))
    if (found === undefined) return []
    return [`It says “${found}”: that is ${changingFacts[name]} no longer. ${insteadOf(name, now)}`]
  })
}

/** What is so now in place of a fact; a due date may have passed, and a deadline may be ahead again. */
function insteadOf(name: ChangingFact, now: ToldFacts): string {
  const [holds] = now[name] ?? []
  if (holds !== undefined) return `Now it is “${holds}”.`
  const [closed] = now.closed ?? []
  return name === 'due' && closed !== undefined ? `The deadline was ${closed}.` : 'There is none now.'
}

/** `3 May 2026 at 23:59 (…)`, and what people write of such a moment, the longest first. */
function partsOfDate(moment: string): string[] {
  const [, hour, day, dayOfYear] = /^(((\d+ \p{L}+) \d{4}) at \d\d:\d\d)/u.exec(moment) ?? []
  return [moment, hour, day, dayOfYear].flatMap((part) => part ?? [])
}

/** Whether a text has a part that stands alone: `3 May` is none of `13 May`. */
function says(text: string, part: string): boolean {
  const found = spaced(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\d])${found}(?![\\p{L}\\d])`, 'u').test(spaced(text))
}

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()
