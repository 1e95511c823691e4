import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { emailOrNone, line, requiredLine, requiredText, text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { topicList } from '#shared/core/topics.ts'

const link = z.union([z.literal(''), z.url({ protocol: /^https?$/ })])
const instant = z.iso.datetime({ offset: true }).nullable()
const daysFrom = (least: number, tooFew: string) =>
  z
    .array(z.number('Enter days like 7, 2.').int().min(least, tooFew).max(60))
    .max(10)
    // A day said twice is one day.
    .overwrite((days) => [...new Set(days)])
const daysBefore = daysFrom(0, 'Enter 0 for the day itself, or days like 7, 2.')
const daysAfter = daysFrom(
  1,
  'Enter days from 1: a reminder after a due date goes out the next morning at the earliest.',
)
const NO_ZONE = 'Enter a time zone like Europe/Zurich.'
const zone = requiredText(60).refine(isTimeZone, NO_ZONE)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The portal's settings, edited at run time (decisions.md §9). Links may be empty: then nothing is shown. */
export const settingsSchema = z.object({
  conferenceName: requiredLine(200),
  year: z.number().int().min(2000).max(2099),
  website: link,
  /** Where mails are answered and help is found; empty: there is none yet. */
  supportEmail: emailOrNone,
  timeZone: zone,
  deadlines: z.object({ abstract: instant, paper: instant, resubmission: instant, review: instant }),
  graceMinutes: z.number().int().min(0).max(10_080),
  paymentUrl: link,
  paymentInstructions: text(2000),
  /** What one paper costs, `250.00`; empty: it is not said, and any amount is right. */
  feeAmount: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount like 250 or 250.00.'),
  ]),
  feeCurrency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Enter three letters like EUR.'),
  /** Days on which payments are not verified, beside weekends: each once, in order. */
  holidays: z
    .array(z.iso.date('Enter days like 2026-12-25.'))
    .max(200)
    .overwrite((days) => [...new Set(days)].sort()),
  /** Who issues receipts; an empty name stands for the conference. */
  organiserName: line(200),
  organiserAddress: text(500),
  organiserTaxNumber: line(60),
  specialSessionUrl: link,
  abstractMaxBytes: z.number().int().min(10_000).max(524_288_000),
  paperMaxBytes: z.number().int().min(10_000).max(524_288_000),
  /** So many uploads of one person in an hour are free; each further one waits, a minute first. */
  uploadsPerHour: z.number().int().min(10).max(10_000),
  /** The most that the files of one person may take together, all versions counted. */
  uploadQuotaBytes: z.number().int().min(10_485_760).max(1_099_511_627_776),
  abstractMaxPages: z.number().int().min(1).max(10_000).nullable(),
  paperMaxPages: z.number().int().min(1).max(10_000).nullable(),
  topics: topicList,
  reviewsPerPaper: z.number().int().min(1).max(9),
  reviewPolicy: z.enum(['automatic', 'chair']),
  anonymity: z.enum(['single', 'double']),
  /** Mails about decisions wait at the mail desk until an organiser releases them. */
  holdDecisionMails: z.boolean(),
  /** Administrators and staff can do nothing as such before they turned two-step verification on (decisions.md §4). */
  organisersNeedSecondFactor: z.boolean(),
  /**
   * Reminders: days before a due date, of which 0 is the morning of its day, and after it for as long as something can still be
   * done (decisions.md §10).
   */
  remindAuthorsBefore: daysBefore,
  remindAuthorsAfter: daysAfter,
  remindReviewersBefore: daysBefore,
  remindReviewersAfter: daysAfter,
  remindOrganisersBefore: daysBefore,
  remindOrganisersAfter: daysAfter,
  /** Used links, ended log-ins and the like are kept for so many days, for whoever looks into a mishap. */
  keepTokenDays: z.number().int().min(1).max(3650),
  /** Mails that are done with, and invitations that nobody accepted, are kept for so many days. */
  keepMailDays: z.number().int().min(30).max(3650),
  /** Notifications in the portal are kept for so many days, read or not. */
  keepNoticeDays: z.number().int().min(30).max(3650),
  /** Accounts whose address nobody confirmed, and that left no trace, are kept for so many days. */
  keepUnconfirmedDays: z.number().int().min(30).max(3650),
  /** For so many days organisers can restore what an author deleted; then it goes for good (decisions.md §7). */
  restoreDays: z.number().int().min(1).max(3650),
})
export type Settings = z.output<typeof settingsSchema>

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Settings as they may be saved: stricter than what an earlier version may have saved, which must still be read. */
export const newSettings = settingsSchema.extend({
  // By its name: PostgreSQL takes `+02:00` for two hours behind UTC, JavaScript for two ahead.
  timeZone: settingsSchema.shape.timeZone.refine((name) => !/^[+-]/.test(name), NO_ZONE),
  feeAmount: settingsSchema.shape.feeAmount.refine(
    (amount) => amount === '' || Number(amount) > 0,
    'Enter an amount above 0, or leave it empty where nothing is to be paid.',
  ),
  feeCurrency: settingsSchema.shape.feeCurrency.refine(
    (code) => currencies.has(code),
    'There is no such currency. Enter its three letters like EUR.',
  ),
})

/** What anybody may know of the settings (decisions.md §8). */
export const openSettings = settingsSchema.pick({
  conferenceName: true,
  year: true,
  website: true,
  supportEmail: true,
  timeZone: true,
  graceMinutes: true,
  paymentUrl: true,
  paymentInstructions: true,
  feeAmount: true,
  feeCurrency: true,
  specialSessionUrl: true,
  abstractMaxBytes: true,
  paperMaxBytes: true,
  abstractMaxPages: true,
  paperMaxPages: true,
  topics: true,
  anonymity: true,
})

/** Shown before log-in. */
export const config = endpoint({
  method: 'GET',
  path: '/api/config',
  tag: 'Portal',
  summary: 'Conference name, links, limits and deadlines.',
  access: 'public',
  answer: openSettings.extend({
    /** A mail server is set up; without one mails are kept in the portal. */
    sendsMail: z.boolean(),
    deadlines: z.object({
      abstract: timestamp.nullable(),
      paper: timestamp.nullable(),
      resubmission: timestamp.nullable(),
      review: timestamp.nullable(),
    }),
  }),
})

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  tag: 'Settings',
  summary: 'All portal settings, with the revision to send back when saving.',
  access: ['admin'],
  answer: z.object({ settings: settingsSchema, revision: z.number().int() }),
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  tag: 'Settings',
  summary: 'Replaces the settings; refused when somebody else saved meanwhile.',
  access: ['admin'],
  body: z.object({ settings: newSettings, revision: z.number().int() }),
  answer: z.object({ settings: settingsSchema, revision: z.number().int(), message: z.string() }),
  refusals: ['stale'],
})
