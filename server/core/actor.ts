import type { Permission, Role } from '#shared/core/roles.ts'

/** Who acts: nobody known, the portal itself, or a person in a session. */
export type Actor = { kind: 'anonymous' } | { kind: 'system' } | PersonActor

export interface PersonActor {
  kind: 'person'
  userId: string
  sessionId: string
  role: Role
  permissions: readonly Permission[]
  /** What they would be permitted with two-step verification, which is wanted of them and not turned on. */
  withheld: readonly Permission[]
}

export const anonymous: Actor = { kind: 'anonymous' }
export const system: Actor = { kind: 'system' }
