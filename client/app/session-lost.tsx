import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { leaveAfresh } from '#client/api/leave-afresh.ts'
import { meQuery } from '#client/api/me.ts'
import { isSomebodyElses } from '#client/api/owner.ts'
import { ACCESS, onSessionLost, resumeSession } from '#client/api/session.ts'
import { LogInForm } from '#client/features/sign-in/log-in-form.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { CurrentUser } from '#shared/people/contract.ts'
import { words } from './words.ts'

/**
 * A session that ends in the middle of the work is asked for again over the open screen, so that nothing typed is
 * lost. Whoever logs in as somebody else gets a fresh page; who has logged in again in another tab goes on in this one too.
 */
export function SessionLost({ me }: { me: CurrentUser }) {
  const [lost, setLost] = useState(false)
  const queryClient = useQueryClient()
  useEffect(() => onSessionLost(() => setLost(true)), [])
  const goOn = async () => {
    if (isSomebodyElses()) return leaveAfresh()
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    setLost(false)
    resumeSession()
    await queryClient.invalidateQueries()
  }
  const onStored = useEffectEvent(({ key, newValue }: StorageEvent) => {
    // Where it does not hold, the log-in is asked for as before.
    if (lost && key === ACCESS && newValue !== null) goOn().catch(() => undefined)
  })
  useEffect(() => {
    const listen = (event: StorageEvent) => onStored(event)
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [])
  return (
    // Only its buttons close it: Escape must not throw away what was typed.
    <Dialog open={lost} stays onClose={() => undefined} title={words.lost.title}>
      <p>{words.lost.body}</p>
      <LogInForm knownEmail={me.email} onLoggedIn={goOn} />
      <p>
        {words.lost.loses} <a href="/">{words.lost.leave}</a>
      </p>
    </Dialog>
  )
}
