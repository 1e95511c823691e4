import { BackLink, Link } from '#client/navigation/link.tsx'
import type { Dashboard } from '#client/navigation/places.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import styles from './notices.module.css'
import { useNotices, useOlderNotices, useReading } from './use-notices.ts'
import { words } from './words.ts'

/** So many characters of a text fill its one line on a wide screen. */
const BEGINNING = 200

/** All notifications, newest first, unread ones bold. */
export function NoticeList({ dashboard }: { dashboard: Dashboard }) {
  const notices = useNotices()
  const { all, readAll } = useReading()
  const older = useOlderNotices(notices.data?.nextCursor)
  const items = [...(notices.data?.items ?? []), ...older.items]
  return (
    <>
      <PageHeader
        title={words.title}
        back={<BackLink to={dashboard}>{words.back}</BackLink>}
        actions={
          items.length > 0 && (
            <Button look="secondary" icon="check" busy={all.isPending} onClick={() => readAll(items[0]?.id)}>
              {words.markAllRead}
            </Button>
          )
        }
      />
      {notices.isPending && <Skeleton label={words.loading} />}
      {notices.isError && <LoadFailure reading={notices} failed={words.failed} />}
      {notices.isSuccess && items.length === 0 && (
        <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
      )}
      {items.length > 0 && (
        <Rows label={words.title}>
          {items.map(({ id, title, body, ts, read }) => (
            <Row
              key={id}
              title={
                <Link
                  className={read ? styles.read : styles.unread}
                  to={dashboard}
                  search={{ view: 'notification', notificationId: id }}
                >
                  {title || words.defaultTitle}
                </Link>
              }
              meta={<TimeText at={ts} />}
              status={!read && <span className={styles.mark}>{words.unread}</span>}
            >
              <p className={styles.beginning} dir="auto">
                {body.slice(0, BEGINNING)}
              </p>
            </Row>
          ))}
        </Rows>
      )}
      {notices.data && older.isMore && (
        <>
          <p>{words.newestOf(items.length, notices.data.count)}</p>
          {older.error && <Message kind="error">{words.failed}</Message>}
          <Button look="secondary" busy={older.busy} onClick={older.goOn}>
            {words.older}
          </Button>
        </>
      )}
    </>
  )
}
