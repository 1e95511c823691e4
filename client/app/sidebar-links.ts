import type { CurrentUser } from '#shared/people/contract.ts'
import { words } from './words.ts'

/** A section of the sidebar beside Dashboard and Profile. */
export interface SidebarLink {
  to:
    | '/admin/papers'
    | '/admin/reviewers'
    | '/admin/payments'
    | '/admin/people'
    | '/admin/activity'
    | '/admin/settings'
  label: string
}

const desk: readonly SidebarLink[] = [
  { to: '/admin/papers', label: words.desk.papers },
  { to: '/admin/reviewers', label: words.desk.reviewers },
  { to: '/admin/payments', label: words.desk.payments },
  { to: '/admin/people', label: words.desk.people },
  { to: '/admin/activity', label: words.desk.activity },
  { to: '/admin/settings', label: words.desk.settings },
]

/** The sections a person sees: the whole desk for admins, payments for staff, nothing more for others. */
export function sidebarLinks(user: Pick<CurrentUser, 'roles'>): readonly SidebarLink[] {
  if (user.roles.includes('admin')) return desk
  return user.roles.includes('staff') ? desk.filter(({ to }) => to === '/admin/payments') : []
}
