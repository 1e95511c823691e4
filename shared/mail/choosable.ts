/** The kinds of messages whose mails one can put off or turn off; accounts, decisions and payments are never among them. */
export const choosableGroups = ['submission', 'review', 'notice'] as const
export type ChoosableGroup = (typeof choosableGroups)[number]

/** At once; gathered into one mail a day; in the portal alone. */
export const mailTimes = ['now', 'digest', 'portal'] as const
export type MailTime = (typeof mailTimes)[number]

/** What a mail's link turns off: one kind of message, or whatever comes in the daily mail. */
const unsubscribeScopes = [...choosableGroups, 'digest'] as const
export type UnsubscribeScope = (typeof unsubscribeScopes)[number]

/** The scope that a mail's link names; undefined: it is no such link. Says nothing of whether the link is good. */
export function scopeOf(link: string): UnsubscribeScope | undefined {
  return unsubscribeScopes.find((scope) => link.startsWith(`${scope}.`))
}
