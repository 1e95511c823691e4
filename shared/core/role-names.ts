import type { Role } from './roles.ts'

/** What people are here. By itself, since screens that read roles need no schema. */
export const roleNames: Record<Role, string> = {
  author: 'Author',
  reviewer: 'Reviewer',
  both: 'Author and reviewer',
  admin: 'Administrator',
}
