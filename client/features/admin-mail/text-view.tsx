import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { readEmailTemplate } from '#shared/mail/desk-contract.ts'
import { TextForm } from './text-form.tsx'
import { words } from './words.ts'

const back = (
  <BackLink to="/admin/mail" search={{ view: 'texts' }}>
    {words.backToTexts}
  </BackLink>
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
      <TextForm key={textKey} template={query.data} />
    </>
  )
}
