import type { Dashboard } from '#client/navigation/places.ts'
import { homeOf } from '#shared/core/home-of.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { words } from './words.ts'

/** A dashboard in the sidebar, and the letter after g that goes there. */
interface DashboardLink {
  to: Dashboard
  label: string
  key: string
}

/** A person's Dashboard; who is author and reviewer finds both by name, first the one where they start (portal.md §2). */
export function dashboardLinks({ role }: Pick<CurrentUser, 'role'>): readonly DashboardLink[] {
  if (role !== 'both') return [{ to: homeOf(role), label: words.dashboard, key: 'd' }]
  return [
    { to: '/reviewer', label: words.reviewerDashboard, key: 'd' },
    { to: '/author', label: words.authorDashboard, key: 'a' },
  ]
}

/** A section of the sidebar beside Dashboard and Profile. */
export interface SidebarLink {
  to:
    | '/admin/papers'
    | '/admin/assignments'
    | '/admin/reviewers'
    | '/admin/payments'
    | '/admin/people'
    | '/admin/statistics'
    | '/admin/mail'
    | '/admin/activity'
    | '/admin/settings'
  label: string
  /** The letter after g that goes there; one of the label's, and nobody else's. */
  key: string
}

const desk: readonly SidebarLink[] = [
  { to: '/admin/papers', label: words.desk.papers, key: 'p' },
  { to: '/admin/assignments', label: words.desk.assignments, key: 'a' },
  { to: '/admin/reviewers', label: words.desk.reviewers, key: 'r' },
  { to: '/admin/payments', label: words.desk.payments, key: 'y' },
  { to: '/admin/people', label: words.desk.people, key: 'e' },
  { to: '/admin/statistics', label: words.desk.statistics, key: 't' },
  { to: '/admin/mail', label: words.desk.mail, key: 'm' },
  { to: '/admin/activity', label: words.desk.activity, key: 'c' },
  { to: '/admin/settings', label: words.desk.settings, key: 's' },
]

/** The sections a person sees: the whole desk for admins, payments for staff, nothing more for others. */
export function sidebarLinks(user: Pick<CurrentUser, 'roles'>): readonly SidebarLink[] {
  if (user.roles.includes('admin')) return desk
  return user.roles.includes('staff') ? desk.filter(({ to }) => to === '/admin/payments') : []
}
