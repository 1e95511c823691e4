import { type ReactNode, useState } from 'react'
import { logOut } from '#client/api/log-out.ts'
import { NoticeBell } from '#client/features/notices/notice-bell.tsx'
import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { useDashboard, useNoticeSearch } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { homeOf } from '#shared/core/home-of.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import { keysInWords } from './keys-in-words.ts'
import { SessionLost } from './session-lost.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useLeaveWithOtherTabs } from './use-leave-with-other-tabs.ts'
import { useShellKeys } from './use-shell-keys.ts'
import { words } from './words.ts'

const noticesView = loadable(() => import('#client/features/notices/notices-view.tsx'), 'NoticesView')
const keysSheet = loadable(() => import('./keys-sheet.tsx'), 'KeysSheet')
const palette = loadable(() => import('./palette/palette.tsx'), 'Palette')

const ahead = [palette, keysSheet, noticesView].map((one) => () => loadAhead(one))

/** The frame around every protected screen: sidebar, bell, Log out, and the notifications that all roles share. */
export function Shell({ me, children }: { me: CurrentUser; children: ReactNode }) {
  const dashboard = useDashboard()
  const { view, notificationId } = useNoticeSearch()
  const [over, setOver] = useState<'keys' | 'palette'>()
  const openKeys = () => setOver('keys')
  const openPalette = () => setOver('palette')
  const close = () => setOver(undefined)
  useLeaveWithOtherTabs()
  useWhenIdle(ahead)
  useShellKeys(me, openKeys, openPalette)
  const isNotices = view === 'notifications' || view === 'notification'
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Sidebar me={me} onKeys={openKeys} />
      <div className={styles.page}>
        <section className={styles.bar} aria-label={words.account} data-no-print>
          <Button className={styles.find} look="quiet" icon="search" onClick={openPalette}>
            {words.palette.open}
            <span aria-hidden="true">{keysInWords('Mod+k').join(' ')}</span>
          </Button>
          {me.isProfileComplete && <NoticeBell dashboard={dashboard ?? homeOf(me.role)} />}
          <Button look="quiet" icon="log-out" onClick={() => void logOut()}>
            {words.logOut}
          </Button>
        </section>
        <main id="content" tabIndex={-1}>
          {isNotices && dashboard !== undefined ? (
            <Loaded
              of={noticesView}
              props={{ dashboard, id: view === 'notification' ? notificationId : undefined }}
              meanwhile={<Skeleton lines={8} />}
            />
          ) : (
            children
          )}
        </main>
      </div>
      <SessionLost me={me} />
      {over === 'keys' && <Loaded of={keysSheet} props={{ onClose: close }} onFailed={close} />}
      {over === 'palette' && <Loaded of={palette} props={{ me, onClose: close }} onFailed={close} />}
    </div>
  )
}
