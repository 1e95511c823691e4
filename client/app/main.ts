import './policy.ts'
import { askEarly } from '#client/api/read-me.ts'
import { accessToken } from '#client/api/session.ts'
import { placeAt } from '#client/navigation/places.ts'
import { files, signedIn } from './files.ts'

/**
 * The first script, a small one: asks at once for all that the address needs, so that nothing waits for something else.
 * The page's head asks for render.tsx already (scripts/vite/preload-render.ts).
 */
if (import.meta.env.VITE_MAINTENANCE !== 'on') startLoading()
void import('./render.tsx')

function startLoading(): void {
  const path = placeAt(window.location.pathname)
  if (path === undefined || path === '/') return
  // A failure shows when the screen is opened.
  files[path].load().catch(() => undefined)
  const isPublic = /^\/(signup|forgot-password|reset-password|verify-email|unsubscribe|set-up)$/.test(path)
  if (isPublic || accessToken() === null) return
  askEarly()
  signedIn.load().catch(() => undefined)
  // A page's first date takes as long as reading all of its scripts: now, while they are on their way.
  setTimeout(() => new Intl.DateTimeFormat().format(0))
}
