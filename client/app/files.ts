import { loadable } from '#client/navigation/loadable.ts'
import type { Path } from '#client/navigation/places.ts'

/**
 * The files of the screens, loaded when opened, or ahead. Apart from the table of screens, so that their loading can
 * begin before anything else has come.
 */
export const files = {
  '/signup': loadable(() => import('#client/features/sign-in/sign-up-screen.tsx'), 'SignUpScreen'),
  '/forgot-password': loadable(
    () => import('#client/features/sign-in/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  '/reset-password': loadable(
    () => import('#client/features/sign-in/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  '/verify-email': loadable(
    () => import('#client/features/sign-in/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
  '/unsubscribe': loadable(
    () => import('#client/features/sign-in/unsubscribe-screen.tsx'),
    'UnsubscribeScreen',
  ),
  '/set-up': loadable(() => import('#client/features/sign-in/set-up-screen.tsx'), 'SetUpScreen'),
  '/setup-profile': loadable(
    () => import('#client/features/profile/setup-profile-screen.tsx'),
    'SetupProfileScreen',
  ),
  '/profile': loadable(() => import('#client/features/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/author': loadable(() => import('#client/features/author/author-screen.tsx'), 'AuthorScreen'),
  '/author/instructions': loadable(
    () => import('#client/features/author/instructions-screen.tsx'),
    'InstructionsScreen',
  ),
  '/reviewer': loadable(() => import('#client/features/reviewer/reviewer-screen.tsx'), 'ReviewerScreen'),
  '/admin': loadable(
    () => import('#client/features/admin-abstracts/admin-abstracts-screen.tsx'),
    'AdminAbstractsScreen',
  ),
  '/admin/papers': loadable(
    () => import('#client/features/admin-papers/admin-papers-screen.tsx'),
    'AdminPapersScreen',
  ),
  '/admin/assignments': loadable(
    () => import('#client/features/admin-assignments/admin-assignments-screen.tsx'),
    'AdminAssignmentsScreen',
  ),
  '/admin/reviewers': loadable(
    () => import('#client/features/admin-reviewers/admin-reviewers-screen.tsx'),
    'AdminReviewersScreen',
  ),
  '/admin/payments': loadable(
    () => import('#client/features/admin-payments/admin-payments-screen.tsx'),
    'AdminPaymentsScreen',
  ),
  '/admin/people': loadable(
    () => import('#client/features/admin-people/admin-people-screen.tsx'),
    'AdminPeopleScreen',
  ),
  '/admin/statistics': loadable(
    () => import('#client/features/admin-statistics/admin-statistics-screen.tsx'),
    'AdminStatisticsScreen',
  ),
  '/admin/mail': loadable(
    () => import('#client/features/admin-mail/admin-mail-screen.tsx'),
    'AdminMailScreen',
  ),
  '/admin/activity': loadable(
    () => import('#client/features/admin-activity/admin-activity-screen.tsx'),
    'AdminActivityScreen',
  ),
  '/admin/settings': loadable(
    () => import('#client/features/admin-settings/admin-settings-screen.tsx'),
    'AdminSettingsScreen',
  ),
} as const satisfies Partial<Record<Path, unknown>>

const abstractLists = () => import('#client/features/admin-abstracts/list-views.tsx')

/** Views with a file of their own, which an address that opens one asks for beside the screen's, not after it. */
export const views: Readonly<Record<string, () => Promise<unknown>>> = {
  '/admin?view=all': abstractLists,
  '/admin?view=pending': abstractLists,
  '/admin?view=reviewed': abstractLists,
}

/** The frame of all screens behind the log-in. */
export const signedIn = loadable(() => import('./signed-in.tsx'), 'SignedIn')
