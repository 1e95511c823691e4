import { deadlineNames } from '#client/parts/deadline-words.ts'
import { words } from './words.ts'

/** What fields are called whose label is not named as they are. */
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(deadlineNames).map(([kind, name]) => [`deadlines.${kind}`, name])),
  abstractMaxBytes: words.abstractMaxMb,
  paperMaxBytes: words.paperMaxMb,
  uploadQuotaBytes: words.uploadQuotaMb,
}
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reviewPolicy: words.policies,
  anonymity: words.anonymities,
  holdDecisionMails: words.holding,
  organisersNeedSecondFactor: words.factors,
}

/** A field as its label says it. */
export function labelOf(name: string): string {
  const own = Object.entries(words).find(([key]) => key === name)?.[1]
  return labels[name] ?? (typeof own === 'string' ? own : name)
}

/** What stands in a field, as people read it. */
export function shownValue(name: string, value: string): string {
  return choices[name]?.[value] ?? (value.trim() === '' ? words.staleEmpty : value)
}
