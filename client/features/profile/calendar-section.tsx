import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { calendarFeed, endCalendarFeed, makeCalendarFeed } from '#shared/reminders/contract.ts'
import styles from './profile.module.css'
import { words } from './words.ts'

/** One's own deadlines, to subscribe to in any calendar, by a secret link (decisions.md §10). */
export function CalendarSection() {
  const feed = useQuery(queryOf(calendarFeed))
  const make = useDeed({ run: () => call(makeCalendarFeed), fallback: words.changeFailed })
  const end = useDeed({
    run: () => call(endCalendarFeed),
    fallback: words.changeFailed,
    done: ({ message }) => message,
  })
  const url = feed.data?.url ?? null
  const busy = make.busy || end.busy || feed.isPending
  return (
    <Panel title={words.calendar}>
      <p>{words.calendarText}</p>
      {url !== null && (
        <>
          <p className={styles.address}>
            {url} <CopyButton text={url} label={words.copyLink} />
          </p>
          <p>{words.calendarSecret}</p>
        </>
      )}
      <div className={styles.actions}>
        <Button look="secondary" busy={busy} onClick={() => make.start(undefined)}>
          {url === null ? words.makeLink : words.newLink}
        </Button>
        {url !== null && (
          <Button look="quiet" busy={busy} onClick={() => end.start(undefined)}>
            {words.endLink}
          </Button>
        )}
      </div>
    </Panel>
  )
}
