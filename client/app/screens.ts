import { LogInScreen } from '#client/features/sign-in/log-in-screen.tsx'
import { type Loadable, loadAhead } from '#client/navigation/loadable.ts'
import type { Path } from '#client/navigation/places.ts'
import { preloadBy } from '#client/navigation/preload.ts'
import { files } from './files.ts'

/** Every screen of the portal (portal.md §2, decisions.md §8, §11). The first page waits for no further file. */
export const screens: Readonly<Record<Path, Loadable<object>>> = {
  '/': { now: LogInScreen, load: async () => LogInScreen },
  '/signup': files['/signup'],
  '/forgot-password': files['/forgot-password'],
  '/reset-password': files['/reset-password'],
  '/verify-email': files['/verify-email'],
  '/unsubscribe': files['/unsubscribe'],
  '/set-up': files['/set-up'],
  '/setup-profile': files['/setup-profile'],
  '/profile': files['/profile'],
  '/author': files['/author'],
  '/author/instructions': files['/author/instructions'],
  '/reviewer': files['/reviewer'],
  '/admin': files['/admin'],
  '/admin/papers': files['/admin/papers'],
  '/admin/assignments': files['/admin/assignments'],
  '/admin/reviewers': files['/admin/reviewers'],
  '/admin/payments': files['/admin/payments'],
  '/admin/people': files['/admin/people'],
  '/admin/statistics': files['/admin/statistics'],
  '/admin/mail': files['/admin/mail'],
  '/admin/activity': files['/admin/activity'],
  '/admin/settings': files['/admin/settings'],
}

preloadBy((path) => loadAhead(screens[path]))
