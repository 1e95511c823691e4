import { Outlet, useSearch } from '@tanstack/react-router'
import { logOut } from '#client/api/log-out.ts'
import { useMe } from '#client/api/me.ts'
import { NoticeBell } from '#client/features/notices/notice-bell.tsx'
import { NoticesView } from '#client/features/notices/notices-view.tsx'
import { Button } from '#client/ui/button.tsx'
import { homeOf } from '#shared/core/home-of.ts'
import { SessionLost } from './session-lost.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useLeaveWithOtherTabs } from './use-leave-with-other-tabs.ts'
import { words } from './words.ts'

/** The frame around every protected screen: sidebar, bell, Log out, and the notifications that all roles share. */
export function Shell() {
  const me = useMe()
  const { view, notificationId } = useSearch({ strict: false })
  useLeaveWithOtherTabs()
  // The guards have read the user before anything shows.
  if (me === undefined) return null
  const isNotices = view === 'notifications' || view === 'notification'
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Sidebar me={me} />
      <div className={styles.page}>
        <section className={styles.bar} aria-label={words.account} data-no-print>
          {me.isProfileComplete && <NoticeBell home={homeOf(me.role)} />}
          <Button look="quiet" icon="log-out" onClick={() => void logOut()}>
            {words.logOut}
          </Button>
        </section>
        <main id="content" tabIndex={-1}>
          {isNotices ? <NoticesView id={view === 'notification' ? notificationId : undefined} /> : <Outlet />}
        </main>
      </div>
      <SessionLost me={me} />
    </div>
  )
}
