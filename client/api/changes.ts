import { forgetEarly } from './early.ts'

let sent = 0

/** Counts a call that may change something, as it is sent; what was asked for before may be otherwise by then. */
export function noteChange(): void {
  forgetEarly()
  sent += 1
}

/** How many calls that may change something this page has sent. */
export const changesSent = (): number => sent
