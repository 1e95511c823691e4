import './policy.ts'
import { accessToken } from '#client/api/session.ts'
import { placeAt } from '#client/navigation/places.ts'
import { files, signedIn } from './files.ts'
import { askFirst } from './first-calls.ts'
import { openTo } from './open-to.ts'

/**
 * The first script, a small one: asks at once for all that the address needs, so that nothing waits for something else.
 * The page's head asks for the scripts already (scripts/vite/screen-pages.ts).
 */
if (import.meta.env.VITE_MAINTENANCE !== 'on') startLoading()
void import('./render.tsx')

function startLoading(): void {
  const path = placeAt(window.location.pathname)
  if (path === undefined || path === '/') return
  // A failure shows when the screen is opened.
  files[path].load().catch(() => undefined)
  if (openTo[path] === 'anybody' || accessToken() === null) return
  askFirst(path, window.location.search === '')
  signedIn.load().catch(() => undefined)
  // A page's first date takes as long as reading all of its scripts: now, while they are on their way.
  setTimeout(() => new Intl.DateTimeFormat().format(0))
}
