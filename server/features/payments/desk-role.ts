import { type Ctx, personOf } from '#server/core/ctx.ts'

/** As whom somebody at the payments desk acts. */
export function deskRole(ctx: Ctx): 'admin' | 'staff' {
  return personOf(ctx).permissions.includes('admin') ? 'admin' : 'staff'
}
