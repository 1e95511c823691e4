import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { groupBy } from '#shared/core/group-by.ts'
import { listEmailTemplates } from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { words } from './words.ts'

/** A subject with its placeholders as people name them: `{abstractId}` is `[abstract ID]`. */
function spelt(subject: string): string {
  return subject.replace(/\{(\w+)\}/g, (_, name: string) => {
    const plain = name.replace(/([a-z])([A-Z])/g, (__, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    return `[${plain.replace(/ id$/, ' ID')}]`
  })
}

/** Every message that the portal sends, by what it is about. */
export function TextsView() {
  const query = useQuery(queryOf(listEmailTemplates))
  const groups = groupBy(query.data?.items ?? [], ({ group }) => group)
  return (
    <>
      <PageHeader
        title={words.texts}
        lead={words.textsLead}
        back={<BackLink to="/admin/mail">{words.backToMail}</BackLink>}
      />
      {query.error !== null && <LoadFailure reading={query} failed={words.failed} />}
      {query.data === undefined && query.error === null && <Skeleton lines={8} />}
      {[...groups].map(([group, items]) => (
        <Panel key={group} title={words.groups[group] ?? group}>
          <Rows label={words.groups[group] ?? group}>
            {items.map((item) => (
              <Row
                key={item.key}
                title={
                  <Link className={styles.opens} to="/admin/mail" search={{ view: 'text', key: item.key }}>
                    {item.when}
                  </Link>
                }
                meta={
                  <>
                    <span>{words.toWhom(item.to)}</span>
                    <span>{words.subjectOf(spelt(item.subject))}</span>
                  </>
                }
                status={item.edited && <StatusPill kind="changes">{words.edited}</StatusPill>}
              />
            ))}
          </Rows>
        </Panel>
      ))}
    </>
  )
}
