/** An answer takes a while, and its time has whole seconds: what differs less is the same clock. */
const SAME_MS = 5000

/** So far the server's clock is ahead of this device's. */
let ahead = 0

/** Takes the time from an answer's head: deadlines are the server's, whatever this device believes the time to be. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const differs = Date.parse(headers.get('Date') ?? '') - Date.now()
  if (Number.isNaN(differs)) return
  ahead = Math.abs(differs) < SAME_MS ? 0 : differs
}

/** The time by the server's clock, as of its last answer. */
export const serverNow = (): Date => new Date(Date.now() + ahead)
