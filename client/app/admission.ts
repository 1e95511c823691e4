import type { Path } from '#client/navigation/places.ts'
import { homeOf } from '#shared/core/home-of.ts'
import type { Permission } from '#shared/core/roles.ts'
import type { CurrentUser } from '#shared/people/contract.ts'

/**
 * Where somebody logged in is sent instead of the screen they opened; undefined when it is theirs (portal.md §2). An
 * incomplete profile comes first, then two-step verification where the desk waits for it. `who` is whom the screen is for. The server decides anyway.
 */
export function sentElsewhere(
  user: Pick<CurrentUser, 'role' | 'roles' | 'isProfileComplete' | 'needsSecondFactor'>,
  path: Path,
  who: 'people' | readonly Permission[],
): Path | undefined {
  if (!user.isProfileComplete) return path === '/setup-profile' ? undefined : '/setup-profile'
  if (who === 'people' || who.some((one) => user.roles.includes(one))) return undefined
  return user.needsSecondFactor ? '/profile' : homeOf(user.role)
}
