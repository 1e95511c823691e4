import type { Settings } from '#shared/settings/contract.ts'

const MIB = 1024 * 1024

/** A fresh start's settings (decisions.md §1, §9): usable as they are. */
export const defaultSettings: Settings = {
  conferenceName: 'Engineering Conference 2026',
  year: 2026,
  website: '',
  supportEmail: 'support@localhost.localdomain',
  timeZone: 'UTC',
  deadlines: { abstract: null, paper: null, resubmission: null, review: null },
  graceMinutes: 0,
  paymentUrl: '',
  paymentInstructions: '',
  feeAmount: '',
  feeCurrency: 'EUR',
  holidays: [],
  organiserName: '',
  organiserAddress: '',
  organiserTaxNumber: '',
  specialSessionUrl: '',
  abstractMaxBytes: 10 * MIB,
  paperMaxBytes: 50 * MIB,
  abstractMaxPages: null,
  paperMaxPages: null,
  topics: [
    'Control and automation',
    'Energy',
    'Fluids and heat',
    'Geotechnics',
    'Manufacturing',
    'Materials',
    'Structures',
    'Transport',
  ],
  reviewsPerPaper: 1,
  reviewPolicy: 'automatic',
  anonymity: 'single',
  holdDecisionMails: false,
  reminderDays: [7, 2],
}
