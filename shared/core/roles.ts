import { z } from 'zod'

/** The role a person is registered with (portal.md §3 "Current user"). */
export const roles = ['author', 'reviewer', 'both', 'admin'] as const
export const roleSchema = z.enum(roles)
export type Role = z.output<typeof roleSchema>

/** What the server checks: `both` is author and reviewer; `staff` opens the payments desk (decisions.md §5). */
export const permissionSchema = z.enum(['author', 'reviewer', 'admin', 'staff'])
export type Permission = z.output<typeof permissionSchema>

const permissionsOfRole: Record<Role, readonly Permission[]> = {
  author: ['author'],
  reviewer: ['reviewer'],
  both: ['author', 'reviewer'],
  admin: ['admin'],
}

/** The effective set of permissions of a person: the wire's `roles`. */
export function permissionsOf(person: { role: Role; isStaff: boolean }): Permission[] {
  const own = permissionsOfRole[person.role]
  return person.isStaff ? [...own, 'staff'] : [...own]
}
