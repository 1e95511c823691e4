import './policy.ts'
import { placeAt } from '#client/navigation/places.ts'
import { files, signedIn, views } from './files.ts'
import { askFirst, isOwnScreen } from './first-calls.ts'

/**
 * The first script, a small one: asks at once for all that the address needs, so that nothing waits for something else.
 * The page's head asks for the scripts already (scripts/vite/screen-pages.ts).
 */
const { pathname, search } = window.location
const path = placeAt(pathname)
const isOpen = import.meta.env.VITE_MAINTENANCE !== 'on' && path !== undefined && path !== '/'
const isSignedIn = isOpen && isOwnScreen(path)
if (isSignedIn) askFirst(path, search)
// What stands there until the scripts have run is painted first; a hidden tab paints nothing.
if (document.visibilityState === 'hidden') run()
else requestAnimationFrame(() => setTimeout(run))

function run(): void {
  // A failure shows when the screen is opened.
  if (isOpen) files[path].load().catch(() => undefined)
  if (isSignedIn) views[path + search]?.().catch(() => undefined)
  if (isSignedIn) signedIn.load().catch(() => undefined)
  void import('./render.tsx')
  // A page's first date takes as long as reading all of its scripts.
  if (isSignedIn) setTimeout(() => new Intl.DateTimeFormat().format(0))
}
