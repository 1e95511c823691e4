import { NoticeDetail } from './notice-detail.tsx'
import { NoticeList } from './notice-list.tsx'

/** The list of notifications, or the one with this id. */
export function NoticesView({ id }: { id: string | undefined }) {
  return id === undefined ? <NoticeList /> : <NoticeDetail key={id} id={id} />
}
