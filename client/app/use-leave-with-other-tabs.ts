import { useEffect } from 'react'
import { forgetWork, LOGGED_OUT_AT } from '#client/api/log-out.ts'

/** Who logs out in one tab has left all of them. */
export function useLeaveWithOtherTabs(): void {
  useEffect(() => {
    const leave = (event: StorageEvent) => {
      if (event.key !== LOGGED_OUT_AT) return
      // Each tab has some of its own.
      forgetWork()
      window.location.assign('/')
    }
    window.addEventListener('storage', leave)
    return () => window.removeEventListener('storage', leave)
  }, [])
}
