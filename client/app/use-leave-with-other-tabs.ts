import { useEffect } from 'react'
import { leaveAfresh } from '#client/api/leave-afresh.ts'
import { forgetWork, LOGGED_OUT_AT } from '#client/api/log-out.ts'
import { isSomebodyElses } from '#client/api/owner.ts'
import { ACCESS, accessToken } from '#client/api/session.ts'

/**
 * Who logs out in one tab has left all of them, and where somebody else logs in nothing of who was there before stays open; nor
 * does a browser show again what it kept of a page that was gone from meanwhile.
 */
export function useLeaveWithOtherTabs(): void {
  useEffect(() => {
    const leave = ({ key }: StorageEvent) => {
      // Each tab has some of its own.
      if (key === LOGGED_OUT_AT) forgetWork()
      if (key === LOGGED_OUT_AT || (key === ACCESS && isSomebodyElses())) leaveAfresh()
    }
    const leaveKept = ({ persisted }: PageTransitionEvent) => {
      if (persisted && (accessToken() === null || isSomebodyElses())) leaveAfresh()
    }
    window.addEventListener('storage', leave)
    window.addEventListener('pageshow', leaveKept)
    return () => {
      window.removeEventListener('storage', leave)
      window.removeEventListener('pageshow', leaveKept)
    }
  }, [])
}
