import type { Permission, Role } from '#shared/core/roles.ts'

/** Who acts: nobody known, the portal itself, or a person in a session. */
export type Actor = { kind: 'anonymous' } | { kind: 'system' } | PersonActor

/** What somebody's account says of them, as it stood when their call began. */
interface OwnProfile {
  name: string
  email: string
  firstName: string
  lastName: string
  organization: string
  phone: string
  orcid: string
  photoFileId: string | null
}

export interface PersonActor {
  kind: 'person'
  userId: string
  sessionId: string
  role: Role
  permissions: readonly Permission[]
  /** What they would be permitted with two-step verification, which is wanted of them and not turned on. */
  withheld: readonly Permission[]
  profile: OwnProfile
}

export const anonymous: Actor = { kind: 'anonymous' }
export const system: Actor = { kind: 'system' }
