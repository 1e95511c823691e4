import { dateFormat } from '#client/ui/formats.ts'
import type { ActivityEntry } from '#shared/activity/contract.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'
import { words } from './words.ts'

const moment: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

type Values = Record<string, { before: unknown; after: unknown }>

/** What happened, as a person would say it: `Clara Okafor assigned P26-0007-K to Rita Novák`. */
export function sentenceOf(entry: ActivityEntry): string {
  const changes: Values = Object.fromEntries(
    entry.changes.map(({ field, before, after }) => [field, { before, after }]),
  )
  return `${entry.actor?.name ?? words.portal} ${deedOf(entry, changes)}`
}

function deedOf(entry: ActivityEntry, changes: Values): string {
  const { submission, person, action } = entry
  const paper = submission === null ? words.aSubmission : (submission.paperId ?? submission.abstractId)
  const who = person?.name ?? words.nobody
  const own = person !== null && person.id === entry.actor?.id
  switch (entry.kind) {
    case 'submission':
      return submissionDeed(paper, action, changes)
    case 'co_author':
      return coAuthorDeed(paper, action)
    case 'version':
      return versionDeed(paper, action, changes)
    case 'assignment':
      if (action === 'created') return `assigned ${paper} to ${who}`
      if (changes['reminded_at'] !== undefined) return `reminded ${who} of the review of ${paper}`
      if (changes['ended_how'] === undefined) return `changed the assignment of ${paper} to ${who}`
      return own ? `gave ${paper} back` : `took ${paper} from ${who}`
    case 'conflict':
      return `declared a conflict of interest with ${paper}`
    case 'review':
      return `submitted a review of ${paper}: ${verdictOf(changes['verdict']?.after)}`
    case 'payment':
      return paymentDeed(paper, entry, changes)
    case 'bank_line':
      return lineDeed(paper, action, changes)
    case 'receipt':
      return receiptDeed(paper, action, changes)
    case 'person':
      return personDeed(who, own, action, changes)
    case 'passkey':
      return passkeyDeed(own ? 'their own' : `${who}’s`, action)
    case 'invitation':
      return invitationDeed(who, action, changes)
    case 'extension':
      return action === 'created'
        ? `set a personal ${plain(changes['deadline']?.after)} deadline for ${who}`
        : `took back the personal ${plain(changes['deadline']?.before)} deadline of ${who}`
    case 'settings':
      return `changed the settings: ${Object.keys(changes).map(plainField).join(', ')}`
    case 'mail':
      return mailDeed(plain(changes['deed']?.after))
    case 'mail_text':
      return textDeed(changes)
    case 'mailing':
      return `sent the message “${plain(changes['subject']?.after)}” to ${peopleIn(changes['recipients']?.after)}`
  }
}

const peopleIn = (count: unknown) => (count === 1 ? '1 person' : `${plain(count)} people`)

/** A review's verdict as a reader's words. */
function verdictOf(verdict: unknown): string {
  return words.verdicts[reviewVerdicts.find((one) => one === verdict) ?? 'none']
}

function submissionDeed(paper: string, action: ActivityEntry['action'], changes: Values): string {
  if (action === 'created') return `submitted abstract ${paper}`
  if (action === 'removed') return `removed ${paper} for good`
  if (changes['deleted_at'] !== undefined) {
    return changes['deleted_at'].after === null ? `restored ${paper}` : `deleted ${paper}`
  }
  const stage = changes['stage']
  if (stage === undefined) {
    const what = (['title', 'topics'] as const).filter((field) => changes[field] !== undefined)
    return what.length === 0 ? `changed ${paper}` : `changed the ${what.join(' and the ')} of ${paper}`
  }
  return `moved ${paper} from “${plain(stage.before)}” to “${plain(stage.after)}”`
}

function coAuthorDeed(paper: string, action: ActivityEntry['action']): string {
  if (action === 'created') return `named a co-author of ${paper}`
  if (action === 'removed') return `took a co-author off ${paper}`
  return `changed a co-author of ${paper}`
}

function versionDeed(paper: string, action: ActivityEntry['action'], changes: Values): string {
  if (action !== 'created') return `replaced or removed a file of ${paper}`
  return `uploaded ${plain(changes['part']?.after)} version ${plain(changes['number']?.after)} of ${paper}`
}

/** Its author reports it; what others do with a report is another deed. Of a paper that is gone nobody knows the author. */
function paymentDeed(paper: string, { action, actor, person }: ActivityEntry, changes: Values): string {
  const own = person === null ? undefined : person.id === actor?.id
  const answered = changes['answered_at']
  if (action === 'removed') return `removed what was kept of the payment of ${paper}`
  if (changes['verified_at'] !== undefined) return `verified the payment of ${paper}`
  if (action === 'created') {
    if (own === true) return `reported the payment of ${paper}`
    if (own === undefined || answered !== undefined) return `kept a report of the payment of ${paper}`
    return `looks for the reported payment of ${paper} again`
  }
  if (changes['reopened_at'] !== undefined) {
    if (own === undefined) return `closed a payment of ${paper}`
    return own ? `closed an earlier report of the payment of ${paper}` : `took back the payment of ${paper}`
  }
  if (answered === undefined) return `changed the payment of ${paper}`
  if (answered.after === null) return `looks for the reported payment of ${paper} again`
  const found = changes['unfound']?.after === true ? 'nothing' : 'money'
  return `settled the reported payment of ${paper}: ${found} arrived`
}

/** What a statement brought or somebody noted by hand: an entry does not say which. */
function lineDeed(paper: string, action: ActivityEntry['action'], changes: Values): string {
  if (action === 'changed') {
    if (changes['released_at'] !== undefined) return `removed an amount noted for ${paper}`
    return `changed an amount noted for ${paper}`
  }
  const amount = plain(changes['amount']?.after)
  if (amount.startsWith('-')) return `noted that ${amount.slice(1)} was paid back for ${paper}`
  return `noted ${amount} for ${paper}`
}

function receiptDeed(paper: string, action: ActivityEntry['action'], changes: Values): string {
  if (action === 'created') return `made receipt ${plain(changes['name']?.after)} for ${paper}`
  if (changes['voided_at'] !== undefined) return `made a receipt for ${paper} void`
  return `forgot the payer of a receipt for ${paper}`
}

function personDeed(who: string, own: boolean, action: ActivityEntry['action'], changes: Values): string {
  const whose = own ? 'their own' : `${who}’s`
  if (action === 'created') return own ? 'registered' : `made an account for ${who}`
  if (action === 'removed') return 'removed an account whose address nobody confirmed'
  if (changes['deleted_at'] !== undefined) return 'deleted their account'
  if (changes['role'] !== undefined) {
    return `changed ${whose} role from ${plain(changes['role'].before)} to ${plain(changes['role'].after)}`
  }
  if (changes['is_staff'] !== undefined) {
    return changes['is_staff'].after === true ? `made ${who} staff` : `took staff from ${who}`
  }
  if (changes['disabled_at'] !== undefined) {
    return changes['disabled_at'].after === null ? `enabled ${who}` : `disabled ${who}`
  }
  if (changes['email_verified_at'] !== undefined) return `confirmed ${whose} address`
  const factor = changes['second_factor_since']
  if (factor !== undefined)
    return `turned ${whose} two-step verification ${factor.after === null ? 'off' : 'on'}`
  if (changes['password_hash'] !== undefined) return `changed ${whose} password`
  if (Object.keys(changes).join() === 'topics') return `changed ${whose} topics`
  return `changed ${whose} profile`
}

function passkeyDeed(whose: string, action: ActivityEntry['action']): string {
  if (action === 'created') return `added a passkey to ${whose} account`
  return `${action === 'removed' ? 'removed' : 'renamed'} a passkey of ${whose} account`
}

function invitationDeed(who: string, action: ActivityEntry['action'], changes: Values): string {
  if (action === 'created') return `invited ${who} to review`
  if (action === 'removed') return 'forgot an invitation that had ended'
  if (changes['revoked_at'] !== undefined) return `revoked the invitation of ${who}`
  if (changes['accepted_at'] !== undefined) return `accepted the invitation of ${who}`
  if (changes['sent_at'] !== undefined || changes['expires_at'] !== undefined)
    return `sent the invitation of ${who} again`
  return changes['email'] === undefined ? `changed the invitation of ${who}` : 'forgot who was invited'
}

function mailDeed(deed: string): string {
  const deeds: Record<string, string> = {
    resent: 'sent a mail again',
    edited: 'changed a held mail',
    released: 'let a held mail go',
    discarded: 'put a held mail away unsent',
  }
  return deeds[deed] ?? 'changed a mail'
}

function textDeed(changes: Values): string {
  const reset = changes['body']?.after === null
  return reset ? 'gave a mail the portal’s own text back' : 'changed the text of a mail'
}

/** A stored word as people read it. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (value === '…') return words.veiled
  if (value === true) return words.yes
  if (value === false) return words.no
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    return dateFormat(moment).format(new Date(value))
  if (typeof value === 'string' || typeof value === 'number') return String(value).replaceAll('_', ' ')
  return JSON.stringify(value)
}

/** What became of a field, as people say it; of what is not noted only that it was filled in, changed or emptied. */
export function changeOf(before: unknown, after: unknown): string {
  if (before !== '…' && after !== '…') return `${plain(before)} → ${plain(after)}`
  if (plain(before) === words.none) return words.filledIn
  return plain(after) === words.none ? words.emptied : words.changed
}

/** A field as a heading names it: in words of its own, else its name without what says only how it is stored. */
export function fieldName(field: string): string {
  return (
    words.fields[field] ??
    plainField(field)
      .replace(/^is /, '')
      .replace(/ (?:at|id)$/, '')
  )
}

/** A column's or setting's name as people read it: `review_policy` and `reviewPolicy` are `review policy`. */
export function plainField(field: string): string {
  return field
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
}
