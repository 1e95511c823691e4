import { LogInScreen } from '#client/features/sign-in/log-in-screen.tsx'
import type { Path } from '#client/navigation/places.ts'
import { preloadBy } from '#client/navigation/preload.ts'
import type { Permission } from '#shared/core/roles.ts'
import { files } from './files.ts'
import type { Loadable } from './loadable.ts'

/** A screen: who may open it, and its component. */
export interface Screen {
  /** Anybody; only who is not logged in; anybody logged in; or holders of one of these permissions. */
  for: 'anybody' | 'visitors' | 'people' | readonly Permission[]
  screen: Loadable<object>
}

/** Every screen of the portal (portal.md §2, decisions.md §8, §11). The first page waits for no further file. */
export const screens: Readonly<Record<Path, Screen>> = {
  '/': { for: 'visitors', screen: { now: LogInScreen, load: async () => LogInScreen } },
  '/signup': { for: 'anybody', screen: files['/signup'] },
  '/forgot-password': { for: 'anybody', screen: files['/forgot-password'] },
  '/reset-password': { for: 'anybody', screen: files['/reset-password'] },
  '/verify-email': { for: 'anybody', screen: files['/verify-email'] },
  '/set-up': { for: 'anybody', screen: files['/set-up'] },
  '/setup-profile': { for: 'people', screen: files['/setup-profile'] },
  '/profile': { for: 'people', screen: files['/profile'] },
  '/author': { for: ['author'], screen: files['/author'] },
  '/author/instructions': { for: ['author'], screen: files['/author/instructions'] },
  '/reviewer': { for: ['reviewer'], screen: files['/reviewer'] },
  '/admin': { for: ['admin'], screen: files['/admin'] },
  '/admin/papers': { for: ['admin'], screen: files['/admin/papers'] },
  '/admin/reviewers': { for: ['admin'], screen: files['/admin/reviewers'] },
  '/admin/payments': { for: ['admin', 'staff'], screen: files['/admin/payments'] },
  '/admin/people': { for: ['admin'], screen: files['/admin/people'] },
  '/admin/activity': { for: ['admin'], screen: files['/admin/activity'] },
  '/admin/settings': { for: ['admin'], screen: files['/admin/settings'] },
}

preloadBy((path) => {
  // A failure shows when the screen is opened.
  screens[path].screen.load().catch(() => undefined)
})
