import { useEffect } from 'react'
import { BackLink, Link } from '#client/navigation/link.tsx'
import type { Dashboard } from '#client/navigation/places.ts'
import { Opening } from '#client/parts/opening.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { aboutOf } from './about.ts'
import styles from './notices.module.css'
import { useNotice, useReading } from './use-notices.ts'
import { words } from './words.ts'

/** One notification in full; opening it marks it read. */
export function NoticeDetail({ id, dashboard }: { id: string; dashboard: Dashboard }) {
  const { reading, notice } = useNotice(id)
  const markRead = useReading().one.mutate
  const isUnread = notice?.read === false
  useEffect(() => {
    if (isUnread) markRead(id)
  }, [isUnread, id, markRead])
  const back = (
    <BackLink to={dashboard} search={{ view: 'notifications' }}>
      {words.back}
    </BackLink>
  )
  if (notice === undefined)
    return <Opening title={words.title} back={back} reading={reading} failed={words.failed} />
  if (notice === null)
    return (
      <>
        <PageHeader title={words.notFound} back={back} />
        <p>{words.notFoundHint}</p>
      </>
    )
  const about = aboutOf(notice)
  return (
    <article>
      <PageHeader title={notice.title || words.defaultTitle} back={back} lead={<TimeText at={notice.ts} />} />
      <p className={styles.body} dir="auto">
        {notice.body || words.defaultBody}
      </p>
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
