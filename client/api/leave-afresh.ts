let isPrepared = false

/**
 * Loads / afresh, so that nothing of whose page this was stays in memory, and empties the page as it goes: a browser may keep
 * it whole for who goes back to it, who then gets / as well.
 */
export function leaveAfresh(): void {
  if (!isPrepared) {
    window.addEventListener('pagehide', () => document.body.replaceChildren())
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) window.location.replace('/')
    })
  }
  isPrepared = true
  window.location.assign('/')
}
