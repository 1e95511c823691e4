import type { Path, Target } from '#client/navigation/places.ts'
import { homeOf } from '#shared/core/home-of.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { sentElsewhere } from '../admission.ts'
import { openTo } from '../open-to.ts'
import { words } from './words.ts'

type Person = Pick<CurrentUser, 'role' | 'roles' | 'isProfileComplete' | 'needsSecondFactor'>

/** A view that has no link in the sidebar. */
export interface Place {
  label: string
  target: Target
}

const { places } = words

const views: readonly Place[] = [
  { label: places.submitAbstract, target: { to: '/author', search: { view: 'upload-abstract' } } },
  { label: places.ongoing, target: { to: '/author', search: { view: 'ongoing' } } },
  { label: places.completed, target: { to: '/author', search: { view: 'completed' } } },
  { label: places.instructions, target: { to: '/author/instructions' } },
  { label: places.assigned, target: { to: '/reviewer', search: { view: 'assigned' } } },
  { label: places.reviewed, target: { to: '/reviewer', search: { view: 'reviewed' } } },
  { label: places.pendingAbstracts, target: { to: '/admin', search: { view: 'pending' } } },
  { label: places.reviewedAbstracts, target: { to: '/admin', search: { view: 'reviewed' } } },
  { label: places.allAbstracts, target: { to: '/admin', search: { view: 'all' } } },
  { label: places.deletedSubmissions, target: { to: '/admin', search: { view: 'deleted' } } },
  { label: places.decisionNeeded, target: { to: '/admin/papers', search: { status: 'decision_needed' } } },
  { label: places.reviewerMissing, target: { to: '/admin/papers', search: { status: 'unassigned' } } },
  { label: places.conflictLater, target: { to: '/admin/papers', search: { status: 'late_conflict' } } },
  { label: places.withheld, target: { to: '/admin/papers', search: { status: 'withheld' } } },
  { label: places.assignFromList, target: { to: '/admin/assignments', search: { view: 'list' } } },
  { label: places.proposeReviewers, target: { to: '/admin/assignments', search: { view: 'propose' } } },
  { label: places.invitations, target: { to: '/admin/reviewers', search: { view: 'invitations' } } },
  { label: places.invite, target: { to: '/admin/reviewers', search: { view: 'invite' } } },
  { label: places.textsOfMails, target: { to: '/admin/mail', search: { view: 'texts' } } },
  { label: places.writeToGroup, target: { to: '/admin/mail', search: { view: 'write' } } },
  { label: places.heldMails, target: { to: '/admin/mail', search: { status: 'held' } } },
]

/** Whether a person is let in at a path: by the same table that opens it. */
export function mayOpen(person: Person, path: Path): boolean {
  const who = openTo[path]
  if (who === 'anybody' || who === 'visitors') return who === 'anybody'
  return sentElsewhere(person, path, who) === undefined
}

/** The views that a person may open, beside those that the sidebar shows. */
export function placesOf(person: Person): readonly Place[] {
  const home = homeOf(person.role)
  const own = views.filter(({ target }) => mayOpen(person, target.to))
  const notices = {
    label: places.notifications,
    target: { to: home, search: { view: 'notifications' } },
  } as const
  return mayOpen(person, home) ? [...own, notices] : own
}
