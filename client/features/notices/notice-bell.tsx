import { Link } from '#client/navigation/link.tsx'
import type { Dashboard } from '#client/navigation/places.ts'
import { Icon } from '#client/ui/icon.tsx'
import styles from './notices.module.css'
import { useNotices } from './use-notices.ts'
import { words } from './words.ts'

/** Leads to the notifications; highlighted as long as one is unread. `dashboard` is the one that shows them. */
export function NoticeBell({ dashboard }: { dashboard: Dashboard }) {
  const unread = useNotices().data?.unread ?? 0
  return (
    <Link
      className={styles.bell}
      to={dashboard}
      search={{ view: 'notifications' }}
      data-unread={unread > 0 || undefined}
      aria-label={words.bell(unread)}
      title={words.title}
    >
      <Icon name="bell" />
      {unread > 0 && <span className={styles.count}>{unread}</span>}
    </Link>
  )
}
