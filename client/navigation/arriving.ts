let ask: (pathname: string, search: string) => void = () => undefined

/** Says what is asked for as soon as somebody goes to another screen; the table of first reads knows. */
export function askOnArrival(asker: (pathname: string, search: string) => void): void {
  ask = asker
}

/** Somebody goes to an address of this site: what it needs is asked for before it is drawn. */
export function arriving(address: string): void {
  const { pathname, search } = new URL(address, window.location.origin)
  ask(pathname, search)
}
