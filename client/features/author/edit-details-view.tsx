import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { abstractOverview } from './calls.ts'
import { DetailsForm } from './details-form.tsx'
import { DetailsShown } from './details-shown.tsx'
import { detailsWords as words } from './details-words.ts'
import { words as common } from './words.ts'

/** Changes title, co-authors and topics of a submission. */
export function EditDetailsView({ abstractId }: { abstractId: string }) {
  const overview = useQuery(queryOf(abstractOverview, { params: { abstractId } }))
  const back = (
    <BackLink to="/author" search={{ view: 'details', abstractId }}>
      {words.back}
    </BackLink>
  )
  if (overview.data === undefined)
    return <Opening title={words.view} back={back} reading={overview} failed={common.failedDetails} />
  const { abstract, details, proposedTitle } = overview.data
  return (
    <>
      <PageHeader
        title={words.view}
        eyebrow={abstract.paperId ?? abstract.abstractId}
        {...(abstract.abilities.editDetails && { lead: words.lead })}
        back={back}
      />
      {abstract.abilities.editDetails ? (
        <DetailsForm abstractId={abstractId} details={details} proposedTitle={proposedTitle} />
      ) : (
        <>
          <Message>{words.decided}</Message>
          <DetailsShown details={details} />
        </>
      )}
    </>
  )
}
