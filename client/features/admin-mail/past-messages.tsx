import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { listMessages } from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { audienceInWords } from './audience-fields.tsx'
import { words } from './words.ts'

const SHOWN = 20

/** What was sent to groups before, the newest first. */
export function PastMessages() {
  const query = useInfiniteQuery(pagesOf(listMessages, { limit: SHOWN }))
  const items = query.data?.items ?? []
  return (
    <Panel title={words.past}>
      {query.error !== null && <LoadFailure reading={query} failed={words.failed} />}
      {query.data !== undefined && items.length === 0 && <p>{words.noneBefore}</p>}
      {items.length > 0 && (
        <Rows label={words.past}>
          {items.map((item) => (
            <Row
              key={item.id}
              title={item.subject}
              meta={
                <>
                  {audienceInWords(item.audience)} · {words.sentTo(item.recipients)} · {words.by(item.sentBy)}{' '}
                  · <TimeText at={item.sentAt} />
                </>
              }
            >
              <details>
                <summary>{words.message}</summary>
                <pre className={styles.plain}>{item.body}</pre>
              </details>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
