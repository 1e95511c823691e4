let sent = 0

/** Counts a call that may change something, as it is sent. */
export function noteChange(): void {
  sent += 1
}

/** How many calls that may change something this page has sent. */
export const changesSent = (): number => sent
