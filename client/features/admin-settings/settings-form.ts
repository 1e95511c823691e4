import { z } from 'zod'
import { newSettings, type Settings } from '#shared/settings/contract.ts'
import { type DeadlineKind, deadlineKinds } from '#shared/settings/deadline-kinds.ts'

const MIB = 1024 * 1024

/** The settings as the form's text fields hold them. */
export type Fields = Record<string, string>

export const dayLists = [
  'remindAuthorsBefore',
  'remindAuthorsAfter',
  'remindReviewersBefore',
  'remindReviewersAfter',
  'remindOrganisersBefore',
  'remindOrganisersAfter',
] as const

export const keptDays = [
  'keepTokenDays',
  'keepMailDays',
  'keepNoticeDays',
  'keepUnconfirmedDays',
  'restoreDays',
] as const

/** Settings to text fields. */
export function fieldsOf(settings: Settings): Fields {
  const { deadlines, topics, holidays, abstractMaxBytes, paperMaxBytes, uploadQuotaBytes, ...plain } =
    settings
  return {
    ...Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, value === null ? '' : String(value)]),
    ),
    ...Object.fromEntries(deadlineKinds.map((kind) => [`deadlines.${kind}`, deadlines[kind] ?? ''])),
    topics: topics.join('\n'),
    holidays: holidays.join('\n'),
    ...Object.fromEntries(dayLists.map((name) => [name, settings[name].join(', ')])),
    abstractMaxBytes: megabytesOf(abstractMaxBytes),
    paperMaxBytes: megabytesOf(paperMaxBytes),
    uploadQuotaBytes: megabytesOf(uploadQuotaBytes),
  }
}

const bytesOf = (megabytes: number) => Math.round(megabytes * MIB)

/** A size in MB, with no more digits than it takes to mean it: as somebody typed it. */
function megabytesOf(bytes: number): string {
  const exact = bytes / MIB
  const few = [0, 1, 2, 3, 4, 5, 6].map((digits) => Number(exact.toFixed(digits)))
  return String(few.find((megabytes) => bytesOf(megabytes) === bytes) ?? exact)
}

const wholeNumber = (text: string | undefined) => (text?.trim() === '' ? Number.NaN : Number(text))
const orNull = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text.trim())
const numberOrNull = (text: string | undefined) => (orNull(text) === null ? null : Number(text))
const lines = (text: string | undefined, by: RegExp) =>
  (text ?? '')
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Text fields to settings, checked by the shared schema; problems carry the fields' names. */
export const settingsForm = z.preprocess((given) => {
  const fields = given as Fields
  const deadlines = Object.fromEntries(
    deadlineKinds.map((kind: DeadlineKind) => [kind, orNull(fields[`deadlines.${kind}`])]),
  )
  return {
    ...fields,
    year: wholeNumber(fields['year']),
    deadlines,
    holdDecisionMails: fields['holdDecisionMails'] === 'true',
    organisersNeedSecondFactor: fields['organisersNeedSecondFactor'] === 'true',
    graceMinutes: wholeNumber(fields['graceMinutes']),
    abstractMaxBytes: bytesOf(wholeNumber(fields['abstractMaxBytes'])),
    paperMaxBytes: bytesOf(wholeNumber(fields['paperMaxBytes'])),
    uploadQuotaBytes: bytesOf(wholeNumber(fields['uploadQuotaBytes'])),
    uploadsPerHour: wholeNumber(fields['uploadsPerHour']),
    abstractMaxPages: numberOrNull(fields['abstractMaxPages']),
    paperMaxPages: numberOrNull(fields['paperMaxPages']),
    topics: lines(fields['topics'], /\n/),
    holidays: lines(fields['holidays'], /[\n,]/),
    reviewsPerPaper: wholeNumber(fields['reviewsPerPaper']),
    ...Object.fromEntries(dayLists.map((name) => [name, lines(fields[name], /,/).map(Number)])),
    ...Object.fromEntries(keptDays.map((name) => [name, wholeNumber(fields[name])])),
  }
}, newSettings)
