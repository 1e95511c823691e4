import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { meQuery } from '#client/api/me.ts'
import { keepReturn } from '#client/api/return-to.ts'
import { accessToken, clearSession } from '#client/api/session.ts'
import { homeOf } from '#shared/core/home-of.ts'
import type { Permission } from '#shared/core/roles.ts'
import type { CurrentUser } from '#shared/people/contract.ts'

interface Arrival {
  context: { queryClient: QueryClient }
  location: { href: string; pathname: string }
  preload: boolean
}

/** The user, read once and again after it was invalidated; undefined when there is no session or it does not hold. */
async function currentUser(queryClient: QueryClient): Promise<CurrentUser | undefined> {
  if (accessToken() === null) return undefined
  try {
    return await queryClient.fetchQuery({ ...meQuery, staleTime: Number.POSITIVE_INFINITY })
  } catch {
    clearSession()
    queryClient.clear()
    return undefined
  }
}

/**
 * Before any protected screen: an access token and a successful GET /api/me, else to / with the session cleared; an
 * incomplete profile leads to /setup-profile (portal.md §2). Gives the user to the routes below.
 */
export async function requireUser({ context, location, preload }: Arrival): Promise<{ user: CurrentUser }> {
  const user = await currentUser(context.queryClient)
  if (user === undefined) {
    if (!preload) keepReturn(location.href)
    throw redirect({ to: '/', replace: true })
  }
  if (!user.isProfileComplete && location.pathname !== '/setup-profile') {
    throw redirect({ to: '/setup-profile', replace: true })
  }
  return { user }
}

/** On the log-in screen: who is logged in already goes to where they work. */
export async function leaveIfLoggedIn({ context }: Pick<Arrival, 'context'>): Promise<void> {
  const user = await currentUser(context.queryClient)
  if (user !== undefined) throw redirect({ to: homeOf(user.role), replace: true })
}

/** Lets holders of any of these permissions pass; others go to where they work. The server decides anyway. */
export function allow(...permissions: Permission[]) {
  return ({ context }: { context: { user: CurrentUser } }): void => {
    const { user } = context
    if (!permissions.some((one) => user.roles.includes(one))) {
      throw redirect({ to: homeOf(user.role), replace: true })
    }
  }
}
