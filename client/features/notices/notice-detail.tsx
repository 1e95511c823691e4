import { useEffect } from 'react'
import { Link } from '#client/navigation/link.tsx'
import type { Dashboard } from '#client/navigation/places.ts'
import { Opening } from '#client/parts/opening.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { aboutOf } from './about.ts'
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
  const back = (
    <Link to={dashboard} search={{ view: 'notifications' }}>
      {words.back}
    </Link>
  )
  if (notices.data === undefined)
    return <Opening title={words.title} back={back} reading={notices} failed={words.failed} />
  const about = notice && aboutOf(notice, dashboard)
  return (
    <article>
      <PageHeader
        title={notice?.title || words.defaultTitle}
        back={back}
        lead={<TimeText at={notice?.ts} />}
      />
      <p className={styles.body}>{notice?.body || words.defaultBody}</p>
      {about && (
        <p className={styles.about}>
          <Link className={buttonClass('primary')} {...about.target}>
            {words.open(about.name)}
          </Link>
        </p>
      )}
    </article>
  )
}
