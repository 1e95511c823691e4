import type { Role } from './roles.ts'

/**
 * Where a person works (portal.md §2 Login): admin, else reviewer or both, else author. In a file of its own, so that
 * the first page has it without the schemas.
 */
export function homeOf(role: Role): '/admin' | '/reviewer' | '/author' {
  if (role === 'admin') return '/admin'
  return role === 'author' ? '/author' : '/reviewer'
}
