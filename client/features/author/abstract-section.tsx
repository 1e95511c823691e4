import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { whole } from '#client/ui/whole.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { AbstractItem, abstractOverview } from '#shared/submissions/contract.ts'
import type { TimelineEntry } from '#shared/submissions/timeline.ts'
import styles from './author.module.css'
import { deleteAbstract } from './calls.ts'
import { DeleteButton } from './delete-button.tsx'
import { EditUntil } from './edit-until.tsx'
import { Verdict } from './verdict.tsx'
import { words } from './words.ts'

type Version = AnswerOf<typeof abstractOverview>['versions'][number]

/** The abstract's versions with what may be done with them, and the decision on it. */
export function AbstractSection({
  abstract,
  versions,
  timeline,
  withdrawn,
}: {
  abstract: AbstractItem
  versions: readonly Version[]
  timeline: readonly TimelineEntry[]
  withdrawn: boolean
}) {
  const { abilities, abstractId } = abstract
  // The flags of the list item tell of the whole submission; a paper's rejection is not the abstract's.
  const byPaper = abstract.paperReviewStatus === 'declined_admin'
  const flags = byPaper
    ? {
        ...abstract,
        approved: true,
        declined: false,
        declinedReason: null,
        // Only the latest decision's comment is set; the abstract's own stands in the history (decisions.md §7).
        approvalComment: timeline.findLast(({ kind }) => kind === 'abstract_accepted')?.note ?? null,
      }
    : abstract
  return (
    <Panel title={words.abstract}>
      {versions.map((version) => (
        <VersionRow
          key={version.id}
          version={version}
          abstract={abstract}
          isNewest={version.id === versions.at(-1)?.id}
        />
      ))}
      <Verdict flags={flags} title={words.abstractResults} withdrawn={withdrawn} always />
      {abilities.uploadAbstract && (
        <p className={styles.actions}>
          <Link
            className={buttonClass('secondary')}
            to="/author"
            search={{ view: 'upload-abstract', abstractId }}
          >
            {words.uploadAbstract}
          </Link>
        </p>
      )}
    </Panel>
  )
}

function VersionRow({
  version,
  abstract,
  isNewest,
}: {
  version: Version
  abstract: AbstractItem
  isNewest: boolean
}) {
  const { abstractId, abilities, editUntil } = abstract
  const isFirst = version.id === 'current'
  return (
    <div className={styles.version}>
      <div className={styles.main}>
        <strong>{version.fileName}</strong>{' '}
        {version.reviewed && <StatusPill kind="complete">{words.reviewed}</StatusPill>}
        <p className={styles.facts}>
          {isNewest && <strong>{words.currentVersion}</strong>}
          {!(isFirst && isNewest) && <span>{isFirst ? words.firstVersion : words.afterProvisional}</span>}
          <TimeText at={version.updatedAt} />
          {isNewest && editUntil.abstract && (
            <EditUntil until={editUntil.abstract} isOpen={abilities.editAbstract} />
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {version.downloadUrl ? (
          <a
            className={buttonClass('secondary', true)}
            href={version.downloadUrl}
            aria-label={words.downloadNamed(version.fileName)}
          >
            {words.download}
          </a>
        ) : (
          <span>{words.noDownload}</span>
        )}
        {isNewest && abilities.editAbstract && (
          <Link
            className={buttonClass('secondary', true)}
            to="/author"
            search={{ view: 'upload-abstract', abstractId }}
            aria-label={isFirst ? words.editNamed(version.fileName) : words.replaceNamed(version.fileName)}
          >
            {isFirst ? words.edit : words.replace}
          </Link>
        )}
        {isFirst && abilities.deleteAbstract && (
          <DeleteButton
            name={version.fileName}
            title={words.deleteAbstractTitle}
            text={
              <>
                <p>
                  <strong>{whole(words.named(abstractId, abstract.title || version.fileName))}</strong>
                </p>
                <p>{words.deleteAbstractText}</p>
                <p>{words.deleteAbstractUndo}</p>
              </>
            }
            done={words.abstractDeleted}
            run={() => call(deleteAbstract, { params: { abstractId } })}
            after={() => navigate({ to: '/author', search: { view: 'ongoing' } })}
          />
        )}
      </div>
    </div>
  )
}
