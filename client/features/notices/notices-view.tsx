import type { Dashboard } from '#client/navigation/places.ts'
import { SupportButton } from '#client/parts/support-button.tsx'
import { NoticeDetail } from './notice-detail.tsx'
import { NoticeList } from './notice-list.tsx'

/** The list of notifications, or the one with this id, on the dashboard that is open; with the Support button where that has one. */
export function NoticesView({ id, dashboard }: { id: string | undefined; dashboard: Dashboard }) {
  return (
    <>
      {id === undefined ? (
        <NoticeList dashboard={dashboard} />
      ) : (
        <NoticeDetail key={id} id={id} dashboard={dashboard} />
      )}
      {dashboard !== '/admin' && <SupportButton />}
    </>
  )
}
