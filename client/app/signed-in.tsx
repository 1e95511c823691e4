import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { leaveAfresh } from '#client/api/leave-afresh.ts'
import { meQuery } from '#client/api/me.ts'
import { disown, isSomebodyElses, onOtherOwner } from '#client/api/owner.ts'
import { createQueryClient } from '#client/api/query-client.ts'
import { keepReturn } from '#client/api/return-to.ts'
import { accessToken, clearSession } from '#client/api/session.ts'
import { asksBefore } from '#client/navigation/leaving.ts'
import { navigate } from '#client/navigation/navigate.ts'
import type { Path } from '#client/navigation/places.ts'
import type { Permission } from '#shared/core/roles.ts'
import { sentElsewhere } from './admission.ts'
import { Shell } from './shell.tsx'
import { Waiting } from './waiting.tsx'

const answers = createQueryClient(asksBefore)
onOtherOwner(() => answers.clear())

interface Props {
  path: Path
  who: 'people' | readonly Permission[]
  children: ReactNode
}

/** A protected screen in its frame, with the cache of answers that all of them share. */
export function SignedIn(props: Props) {
  return (
    <QueryClientProvider client={answers}>
      <Admitted {...props} />
    </QueryClientProvider>
  )
}

/**
 * Before any protected screen: an access token and a successful GET /api/me, else to / with the session cleared and
 * the way back remembered (portal.md §2). Once the user is known, later faults in the background are silent.
 */
function Admitted({ path, who, children }: Props) {
  const queryClient = useQueryClient()
  const hasToken = accessToken() !== null
  const me = useQuery({ ...meQuery, enabled: hasToken })
  const isLost = me.data === undefined && (!hasToken || me.isError)
  const elsewhere = me.data && sentElsewhere(me.data, path, who)
  useEffect(() => {
    if (!isLost) return
    if (isSomebodyElses()) return leaveAfresh()
    keepReturn(window.location.pathname + window.location.search)
    clearSession()
    disown()
    queryClient.clear()
    navigate({ to: '/', replace: true })
  }, [isLost, queryClient])
  useEffect(() => {
    if (elsewhere !== undefined) navigate({ to: elsewhere, replace: true })
  }, [elsewhere])
  // The whole screen comes with it: drawn in slices, so that a slow machine is never busy for long.
  const known = useDeferredValue(me.data)
  if (known === undefined || me.data === undefined || elsewhere !== undefined) return <Waiting />
  return <Shell me={known}>{children}</Shell>
}
