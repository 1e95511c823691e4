import { useEffect } from 'react'
import { Link } from '#client/navigation/link.tsx'
import type { Dashboard } from '#client/navigation/places.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import styles from './notices.module.css'
import { useNotices, useReading } from './use-notices.ts'
import { words } from './words.ts'

/** One notification in full; opening it marks it read. */
export function NoticeDetail({ id, dashboard }: { id: string; dashboard: Dashboard }) {
  const notices = useNotices()
  const markRead = useReading().one.mutate
  const notice = notices.data?.items.find((one) => one.id === id)
  const isUnread = notice?.read === false
  useEffect(() => {
    if (isUnread) markRead(id)
  }, [isUnread, id, markRead])
  if (notices.isPending) return <Skeleton label={words.loading} />
  return (
    <article>
      <PageHeader
        title={notice?.title || words.defaultTitle}
        back={
          <Link to={dashboard} search={{ view: 'notifications' }}>
            {words.back}
          </Link>
        }
        lead={<TimeText at={notice?.ts} />}
      />
      <p className={styles.body}>{notice?.body || words.defaultBody}</p>
    </article>
  )
}
