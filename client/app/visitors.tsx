import { type ReactNode, useEffect, useState } from 'react'
import { handOn, readMe } from '#client/api/read-me.ts'
import { accessToken } from '#client/api/session.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { homeOf } from '#shared/core/home-of.ts'
import { Waiting } from './waiting.tsx'

/** Before the log-in screen: whoever comes with a session that holds goes to where they work. */
export function Visitors({ children }: { children: ReactNode }) {
  // Only who arrives is sent on: somebody who logs in here is led by the log-in screen.
  const [asking, setAsking] = useState(() => accessToken() !== null)
  useEffect(() => {
    if (!asking) return
    let left = false
    readMe().then(
      (me) => {
        if (left) return
        handOn(me)
        navigate({ to: homeOf(me.role), replace: true })
      },
      () => setAsking(false),
    )
    return () => {
      left = true
    }
  }, [asking])
  return asking ? <Waiting /> : children
}
