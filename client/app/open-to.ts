import type { Path } from '#client/navigation/places.ts'
import type { Permission } from '#shared/core/roles.ts'

/** Anybody; only who is not logged in; anybody logged in; or holders of one of these permissions. */
export type Audience = 'anybody' | 'visitors' | 'people' | readonly Permission[]

/** Whether one has to be logged in. */
export const isProtected = (who: Audience): who is Exclude<Audience, 'anybody' | 'visitors'> =>
  who !== 'anybody' && who !== 'visitors'

/** Who may open each screen (portal.md §2, decisions.md §8, §11): asked by the portal and by the palette alike. */
export const openTo: Readonly<Record<Path, Audience>> = {
  '/': 'visitors',
  '/signup': 'anybody',
  '/forgot-password': 'anybody',
  '/reset-password': 'anybody',
  '/verify-email': 'anybody',
  '/unsubscribe': 'anybody',
  '/set-up': 'anybody',
  '/setup-profile': 'people',
  '/profile': 'people',
  '/author': ['author'],
  '/author/instructions': ['author'],
  '/reviewer': ['reviewer'],
  '/admin': ['admin'],
  '/admin/papers': ['admin'],
  '/admin/assignments': ['admin'],
  '/admin/reviewers': ['admin'],
  '/admin/payments': ['admin', 'staff'],
  '/admin/people': ['admin'],
  '/admin/statistics': ['admin'],
  '/admin/mail': ['admin'],
  '/admin/activity': ['admin'],
  '/admin/settings': ['admin'],
}
