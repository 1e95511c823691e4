import { RoleBadge } from '#client/parts/role-badge.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import type { Person } from '#shared/people/desk-contract.ts'
import { words } from './words.ts'

/** What somebody is, and what keeps them out. */
export function PersonPills({ person }: { person: Person }) {
  return (
    <>
      <RoleBadge of={person.role} />
      {person.roles.includes('staff') && <RoleBadge of="staff" />}
      {person.disabled && <StatusPill kind="rejected">{words.disabled}</StatusPill>}
      {!person.emailVerified && <StatusPill kind="waiting">{words.unverified}</StatusPill>}
    </>
  )
}
