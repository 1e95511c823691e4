import { Outlet } from '@tanstack/react-router'
import { useMe } from '#client/api/me.ts'
import { SessionLost } from './session-lost.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useLeaveWithOtherTabs } from './use-leave-with-other-tabs.ts'
import { words } from './words.ts'

/** The frame around every protected screen. The guards have read the user before it shows. */
export function Shell() {
  const me = useMe()
  useLeaveWithOtherTabs()
  if (me === undefined) return null
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Sidebar me={me} />
      <main id="content" className={styles.page} tabIndex={-1}>
        <Outlet />
      </main>
      <SessionLost me={me} />
    </div>
  )
}
