import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { ExportButton } from '#client/parts/exporting/export-button.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type ActivityEntry, listActivity } from '#shared/activity/contract.ts'
import styles from './admin-activity.module.css'
import { changeOf, fieldName, sentenceOf } from './sentence.ts'
import { words } from './words.ts'

/** The orders that the list has, its own first. */
const sorts = ['newest'] as const

/** Who did what when, before and after; nobody can change it. */
export function AdminActivityScreen() {
  const search = deskQuery(useSearch('/admin/activity'), sorts, words.filters)
  const list = useInfiniteQuery(pagesOf(listActivity, search))
  return (
    <DeskList
      words={words}
      sorts={sorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/activity', search: next })}
      query={list}
      tools={<ExportButton tables={['activity']} filter={search} />}
      render={(entry) => <ActivityItem key={entry.id} entry={entry} />}
    />
  )
}

function ActivityItem({ entry }: { entry: ActivityEntry }) {
  const { submission } = entry
  return (
    <Entry
      name={<span className={styles.sentence}>{sentenceOf(entry)}</span>}
      facts={[
        <TimeText key="at" at={entry.at} />,
        submission !== null && <Opener key="of" submission={submission} />,
      ]}
    >
      {entry.changes.length > 0 && (
        <details className={styles.details}>
          <summary>{words.details}</summary>
          <dl>
            {entry.changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{fieldName(field)}</dt>
                <dd>{changeOf(before, after)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Entry>
  )
}

function Opener({ submission }: { submission: NonNullable<ActivityEntry['submission']> }) {
  const { abstractId, paperId, title, gone } = submission
  const name = title || paperId || abstractId
  if (gone) return <>{name}</>
  return paperId === null ? (
    <Link className={styles.opener} to="/admin" search={{ view: 'abstract', abstractId }}>
      {name}
    </Link>
  ) : (
    <Link className={styles.opener} to="/admin/papers" search={{ view: 'paper', paperId }}>
      {name}
    </Link>
  )
}
