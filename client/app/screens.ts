import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { LogInScreen } from '#client/features/sign-in/log-in-screen.tsx'
import type { Path } from '#client/navigation/places.ts'
import { preloadBy } from '#client/navigation/preload.ts'
import type { Permission } from '#shared/core/roles.ts'

/** A screen: who may open it, and its component, loaded when opened. */
export interface Screen {
  /** Anybody; only who is not logged in; anybody logged in; or holders of one of these permissions. */
  for: 'anybody' | 'visitors' | 'people' | readonly Permission[]
  Component: ComponentType | LazyExoticComponent<ComponentType>
  load?: () => Promise<unknown>
}

function opened<Name extends string>(
  who: Screen['for'],
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Screen {
  return { for: who, load, Component: lazy(() => load().then((module) => ({ default: module[name] }))) }
}

/** Every screen of the portal (portal.md §2, decisions.md §8, §11). */
export const screens: Readonly<Record<Path, Screen>> = {
  '/': { for: 'visitors', Component: LogInScreen },
  '/signup': opened('anybody', () => import('#client/features/sign-in/sign-up-screen.tsx'), 'SignUpScreen'),
  '/forgot-password': opened(
    'anybody',
    () => import('#client/features/sign-in/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  '/reset-password': opened(
    'anybody',
    () => import('#client/features/sign-in/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  '/verify-email': opened(
    'anybody',
    () => import('#client/features/sign-in/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
  '/set-up': opened('anybody', () => import('#client/features/sign-in/set-up-screen.tsx'), 'SetUpScreen'),
  '/setup-profile': opened(
    'people',
    () => import('#client/features/profile/setup-profile-screen.tsx'),
    'SetupProfileScreen',
  ),
  '/profile': opened('people', () => import('#client/features/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/author': opened(['author'], () => import('#client/features/author/author-screen.tsx'), 'AuthorScreen'),
  '/author/instructions': opened(
    ['author'],
    () => import('#client/features/author/instructions-screen.tsx'),
    'InstructionsScreen',
  ),
  '/reviewer': opened(
    ['reviewer'],
    () => import('#client/features/reviewer/reviewer-screen.tsx'),
    'ReviewerScreen',
  ),
  '/admin': opened(
    ['admin'],
    () => import('#client/features/admin-abstracts/admin-abstracts-screen.tsx'),
    'AdminAbstractsScreen',
  ),
  '/admin/papers': opened(
    ['admin'],
    () => import('#client/features/admin-papers/admin-papers-screen.tsx'),
    'AdminPapersScreen',
  ),
  '/admin/reviewers': opened(
    ['admin'],
    () => import('#client/features/admin-reviewers/admin-reviewers-screen.tsx'),
    'AdminReviewersScreen',
  ),
  '/admin/payments': opened(
    ['admin', 'staff'],
    () => import('#client/features/admin-payments/admin-payments-screen.tsx'),
    'AdminPaymentsScreen',
  ),
  '/admin/people': opened(
    ['admin'],
    () => import('#client/features/admin-people/admin-people-screen.tsx'),
    'AdminPeopleScreen',
  ),
  '/admin/settings': opened(
    ['admin'],
    () => import('#client/features/admin-settings/admin-settings-screen.tsx'),
    'AdminSettingsScreen',
  ),
}

preloadBy((path) => {
  // A failure shows when the screen is opened.
  screens[path].load?.().catch(() => undefined)
})
