import type { Dashboard } from '#client/navigation/places.ts'
import { NoticeDetail } from './notice-detail.tsx'
import { NoticeList } from './notice-list.tsx'

/** The list of notifications, or the one with this id, on the dashboard that is open. */
export function NoticesView({ id, dashboard }: { id: string | undefined; dashboard: Dashboard }) {
  return id === undefined ? (
    <NoticeList dashboard={dashboard} />
  ) : (
    <NoticeDetail key={id} id={id} dashboard={dashboard} />
  )
}
