/** A deadline as organisers type it in a zone, and the second that it is. */
export interface Moment {
  zone: string
  /** ISO 8601 with the zone's offset at that moment. */
  typed: string
  /** In UTC. */
  told: string
  /** How a refusal says it; nothing where it was not worked out by hand. */
  words?: string
  /** The hour comes again: a form takes what is typed for the second one. */
  comesAgain?: true
}

/**
 * Worked out by hand: as far from UTC as there is, on both sides of the date line; offsets of three quarters of an hour;
 * and the nights in which the clocks of St John's, Zurich and Lord Howe (by half an hour) change.
 */
export const momentsByHand: readonly Moment[] = [
  {
    zone: 'America/St_Johns',
    typed: '2026-03-08T01:59:59-03:30',
    told: '2026-03-08T05:29:59Z',
    words: '8 March 2026 at 01:59',
  },
  {
    zone: 'America/St_Johns',
    typed: '2026-03-08T03:00:00-02:30',
    told: '2026-03-08T05:30:00Z',
    words: '8 March 2026 at 03:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    typed: '2026-04-05T01:45:00+11:00',
    told: '2026-04-04T14:45:00Z',
    words: '5 April 2026 at 01:45',
    comesAgain: true,
  },
  {
    zone: 'Australia/Lord_Howe',
    typed: '2026-04-05T01:45:00+10:30',
    told: '2026-04-04T15:15:00Z',
    words: '5 April 2026 at 01:45',
  },
  {
    zone: 'Asia/Kathmandu',
    typed: '2026-05-03T00:00:00+05:45',
    told: '2026-05-02T18:15:00Z',
    words: '3 May 2026 at 00:00',
  },
  {
    zone: 'Pacific/Kiritimati',
    typed: '2026-05-03T23:59:00+14:00',
    told: '2026-05-03T09:59:00Z',
    words: '3 May 2026 at 23:59',
  },
  {
    zone: 'Pacific/Pago_Pago',
    typed: '2026-05-03T23:59:00-11:00',
    told: '2026-05-04T10:59:00Z',
    words: '3 May 2026 at 23:59',
  },
  {
    zone: 'Europe/Zurich',
    typed: '2026-10-25T02:30:00+01:00',
    told: '2026-10-25T01:30:00Z',
    words: '25 October 2026 at 02:30',
  },
  {
    zone: 'America/St_Johns',
    typed: '2026-11-01T01:30:00-02:30',
    told: '2026-11-01T04:00:00Z',
    words: '1 November 2026 at 01:30',
    comesAgain: true,
  },
  {
    zone: 'America/St_Johns',
    typed: '2026-11-01T01:30:00-03:30',
    told: '2026-11-01T05:00:00Z',
    words: '1 November 2026 at 01:30',
  },
]
