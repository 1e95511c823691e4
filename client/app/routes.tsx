import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazily,
  Outlet,
} from '@tanstack/react-router'
import { LogInScreen } from '#client/features/sign-in/log-in-screen.tsx'
import { allow, leaveIfLoggedIn, requireUser } from './guards.ts'
import { NotFound } from './not-found.tsx'
import * as views from './views.ts'

/** Every screen of the portal: its path, who may open it, its views, its file. Screens are loaded when opened. */
const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

const logIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: leaveIfLoggedIn,
  component: LogInScreen,
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: views.signUpSearch,
  component: lazily(() => import('#client/features/sign-in/sign-up-screen.tsx'), 'SignUpScreen'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: views.forgotPasswordSearch,
  component: lazily(
    () => import('#client/features/sign-in/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: views.mailLinkSearch,
  component: lazily(
    () => import('#client/features/sign-in/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: views.mailLinkSearch,
  component: lazily(() => import('#client/features/sign-in/verify-email-screen.tsx'), 'VerifyEmailScreen'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  validateSearch: views.mailLinkSearch,
  component: lazily(() => import('#client/features/sign-in/set-up-screen.tsx'), 'SetUpScreen'),
})

/** The frame with the sidebar, for everybody who is logged in. It adds nothing to the paths. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: lazily(() => import('./shell.tsx'), 'Shell'),
})
const author = createRoute({
  getParentRoute: () => signedIn,
  path: '/author',
  validateSearch: views.authorSearch,
  beforeLoad: allow('author'),
  component: lazily(() => import('#client/features/author/author-screen.tsx'), 'AuthorScreen'),
})
const instructions = createRoute({
  getParentRoute: () => signedIn,
  path: '/author/instructions',
  beforeLoad: allow('author'),
  component: lazily(() => import('#client/features/author/instructions-screen.tsx'), 'InstructionsScreen'),
})
const reviewer = createRoute({
  getParentRoute: () => signedIn,
  path: '/reviewer',
  validateSearch: views.reviewerSearch,
  beforeLoad: allow('reviewer'),
  component: lazily(() => import('#client/features/reviewer/reviewer-screen.tsx'), 'ReviewerScreen'),
})
const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  validateSearch: views.adminSearch,
  beforeLoad: allow('admin'),
  component: lazily(
    () => import('#client/features/admin-abstracts/admin-abstracts-screen.tsx'),
    'AdminAbstractsScreen',
  ),
})
const adminPapers = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/papers',
  validateSearch: views.adminPapersSearch,
  beforeLoad: allow('admin'),
  component: lazily(
    () => import('#client/features/admin-papers/admin-papers-screen.tsx'),
    'AdminPapersScreen',
  ),
})
const adminReviewers = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/reviewers',
  validateSearch: views.adminReviewersSearch,
  beforeLoad: allow('admin'),
  component: lazily(
    () => import('#client/features/admin-reviewers/admin-reviewers-screen.tsx'),
    'AdminReviewersScreen',
  ),
})
const adminPayments = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/payments',
  validateSearch: views.adminPaymentsSearch,
  beforeLoad: allow('admin', 'staff'),
  component: lazily(
    () => import('#client/features/admin-payments/admin-payments-screen.tsx'),
    'AdminPaymentsScreen',
  ),
})
const adminPeople = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/people',
  validateSearch: views.adminPeopleSearch,
  beforeLoad: allow('admin'),
  component: lazily(
    () => import('#client/features/admin-people/admin-people-screen.tsx'),
    'AdminPeopleScreen',
  ),
})
const adminSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/settings',
  beforeLoad: allow('admin'),
  component: lazily(
    () => import('#client/features/admin-settings/admin-settings-screen.tsx'),
    'AdminSettingsScreen',
  ),
})
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazily(() => import('#client/features/profile/profile-screen.tsx'), 'ProfileScreen'),
})
const setupProfile = createRoute({
  getParentRoute: () => signedIn,
  path: '/setup-profile',
  component: lazily(() => import('#client/features/profile/setup-profile-screen.tsx'), 'SetupProfileScreen'),
})

export const routeTree = root.addChildren([
  logIn,
  signUp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  setUp,
  signedIn.addChildren([
    author,
    instructions,
    reviewer,
    admin,
    adminPapers,
    adminReviewers,
    adminPayments,
    adminPeople,
    adminSettings,
    profile,
    setupProfile,
  ]),
])
