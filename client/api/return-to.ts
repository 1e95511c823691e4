const KEY = 'returnTo'

/** Keeps where somebody wanted to go when the log-in came between. `href` is a path of this site. */
export function keepReturn(href: string): void {
  sessionStorage.setItem(KEY, href)
}

/** Gives that path once, and only if it is one of this site's own; else undefined. */
export function takeReturn(): string | undefined {
  const href = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return href !== null && isOwnPath(href) ? href : undefined
}

/** A path on this site: `//elsewhere` and `/\elsewhere` lead away and are not. */
export function isOwnPath(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}
