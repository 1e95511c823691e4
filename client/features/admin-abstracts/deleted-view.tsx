import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { words as common } from '#client/parts/words.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type DeletedSubmission, listDeleted, restoreAbstract } from '#shared/submissions/deleted-contract.ts'
import { plainStatus } from '#shared/submissions/status-words.ts'
import { words } from './words.ts'

/** What authors deleted, to be restored as long as there is time. */
export function DeletedView() {
  const list = useInfiniteQuery(pagesOf(listDeleted, {}))
  return (
    <>
      <PageHeader
        title={words.deleted}
        lead={words.deletedLead}
        back={<BackLink to="/admin">{common.back}</BackLink>}
      />
      <Listing
        query={list}
        failed={words.failedDeleted}
        empty={<EmptyState title={words.noDeleted} />}
        render={(item) => <DeletedEntry key={item.abstractId} item={item} />}
      />
    </>
  )
}

function DeletedEntry({ item }: { item: DeletedSubmission }) {
  const { abstractId } = item
  const id = item.paperId ?? abstractId
  return (
    <Entry
      name={item.title || item.fileName}
      facts={[
        id,
        item.author.name,
        words.stood(plainStatus(item.paperStatus ?? item.status)),
        <>
          {words.deletedAt} <TimeText at={item.deletedAt} />
        </>,
        <>
          {words.restorableUntil} <TimeText at={item.until} />
        </>,
      ]}
      side={
        item.problem === null && (
          <ReasonButton
            label={words.restore}
            about={id}
            title={words.restoreTitle(id)}
            text={words.restoreText}
            reasonLabel={words.restoreReason}
            run={(reason) => call(restoreAbstract, { params: { abstractId }, body: { reason } })}
          />
        )
      }
    >
      {item.problem && <p>{words.notRestorable(item.problem)}</p>}
    </Entry>
  )
}
