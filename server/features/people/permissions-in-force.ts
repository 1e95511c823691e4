import { sql } from 'drizzle-orm'
import { type Permission, permissionsOf, type Role } from '#shared/core/roles.ts'

/** Whether the settings want a second factor of organisers, as a column of any query. */
export const isFactorWanted = sql<boolean>`coalesce(
  (select (document ->> 'organisersNeedSecondFactor')::boolean from settings where id = 1), false)`

interface Standing {
  role: Role
  isStaff: boolean
  secondFactorSince: Date | null
  isFactorWanted: boolean
}

/** What a person may do now, and what is withheld from an organiser until they turn two-step verification on. */
export function permissionsInForce(person: Standing): {
  permissions: Permission[]
  withheld: Permission[]
} {
  const all = permissionsOf(person)
  if (!person.isFactorWanted || person.secondFactorSince !== null) return { permissions: all, withheld: [] }
  const organises = (permission: Permission) => permission === 'admin' || permission === 'staff'
  return { permissions: all.filter((one) => !organises(one)), withheld: all.filter(organises) }
}
