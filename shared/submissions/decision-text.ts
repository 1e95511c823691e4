/** As many UTF-16 units as the comments or the reason of a decision may have. */
export const DECISION_TEXT_MAX = 10_000

/** A draft may be longer than what is sent in the end: it is to be shortened, not lost. */
export const DRAFT_TEXT_MAX = 20_000

/** How long a typed text is as it is sent: normalised, and without what surrounds it. */
export const lengthAsSent = (typed: string): number => typed.trim().normalize('NFC').length
