import { useMe } from '#client/api/me.ts'
import { Link } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import type { SubmissionDetails } from '#shared/submissions/details.ts'
import { detailsWords as words } from './details-words.ts'

/** Title, authors and topics, and the way to change them. */
export function DetailsSection({
  abstract,
  details,
}: {
  abstract: AbstractItem
  details: SubmissionDetails
}) {
  const me = useMe()
  const { abstractId, abilities } = abstract
  return (
    <Panel
      title={words.section}
      actions={
        abilities.editDetails && (
          <Link
            className={buttonClass('secondary', true)}
            to="/author"
            search={{ view: 'edit-details', abstractId }}
          >
            {words.edit}
          </Link>
        )
      }
    >
      {abilities.editDetails && details.revision === 0 && (
        <p>{details.title === '' ? words.notYet : words.fromPdf}</p>
      )}
      {me && (
        <AuthorsAndTopics
          inFull
          authors={[{ name: me.name, organization: me.profile.organization }, ...details.coAuthors]}
          topics={details.topics}
        />
      )}
    </Panel>
  )
}
