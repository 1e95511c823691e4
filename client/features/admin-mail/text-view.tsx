import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { readEmailTemplate } from '#shared/mail/desk-contract.ts'
import styles from './admin-mail.module.css'
import { TextForm } from './text-form.tsx'
import { words } from './words.ts'

type Template = AnswerOf<typeof readEmailTemplate>

const back = (
  <Link to="/admin/mail" search={{ view: 'texts' }}>
    {words.backToTexts}
  </Link>
)

/** One message's text, to be edited, previewed and tried. */
export function TextView({ textKey }: { textKey: string }) {
  const query = useQuery({
    ...queryOf(readEmailTemplate, { params: { key: textKey } }),
    refetchOnWindowFocus: false,
  })
  if (query.data === undefined)
    return <Opening title={words.texts} back={back} reading={query} failed={words.failed} />
  return (
    <>
      <PageHeader
        title={query.data.when}
        eyebrow={words.groups[query.data.group] ?? query.data.group}
        lead={`${words.to}: ${query.data.to}`}
        back={back}
      />
      <TextForm key={query.data.revision} template={query.data} />
      <Panel title={words.placeholders}>
        <p className={styles.quiet}>{words.placeholdersHint}</p>
        <dl className={styles.terms}>
          {query.data.placeholders.map((placeholder) => (
            <div key={placeholder.name}>
              <dt>{`{${placeholder.name}}`}</dt>
              <dd>{aboutOf(placeholder)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  )
}

function aboutOf({ about, required, optional, kind }: Template['placeholders'][number]): string {
  const notes = [
    required ? words.required : [],
    optional ? words.optional : [],
    optional || kind !== 'line' ? words.inText : [],
  ].flat()
  return notes.length === 0 ? about : `${about} (${notes.join(', ')})`
}
