/** A call's full address: the build setting VITE_API_URL before the path; by default the page's own origin. */
export function addressOf(path: string): string {
  const base = import.meta.env.VITE_API_URL
  return base === undefined ? path : base.replace(/\/$/, '') + path
}
