import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { whole } from '#client/ui/whole.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { AbstractItem, paperOverview } from '#shared/submissions/contract.ts'
import styles from './author.module.css'
import { deletePaper } from './calls.ts'
import { DeleteButton } from './delete-button.tsx'
import { EditUntil } from './edit-until.tsx'
import { Feedback, Verdict } from './verdict.tsx'
import { words } from './words.ts'

type Paper = AnswerOf<typeof paperOverview>
type PaperFile = NonNullable<Paper['files']['current']>

/** The paper: its number, its files with what may be done with them, and the decision on it. */
export function PaperSection({
  abstract,
  paper,
  isRevised,
  withdrawn,
}: {
  abstract: AbstractItem
  paper: Paper | undefined
  /** Changes were asked for: what else comes later follows a decision that was taken back. */
  isRevised: boolean
  withdrawn: boolean
}) {
  const { abilities, abstractId } = abstract
  const files = [paper?.files.current, paper?.files.request_change].filter((file) => file != null)
  // Where only one of the two answers knows yet that the paper is gone, the section stays, and the focus in it.
  const hasNone = paper === undefined || (!paper.exists && abstract.paperId === null)
  if (hasNone && !abilities.uploadPaper) return null
  return (
    <Panel title={words.paper}>
      {paper?.paperId && (
        <p className={styles.paperId}>
          {words.paperId}: <strong>{paper.paperId}</strong>
          <CopyButton text={paper.paperId} label={words.copyPaperId} />
        </p>
      )}
      {files.length === 0 && <p>{words.noPaper}</p>}
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          abstract={abstract}
          paperId={paper?.paperId ?? ''}
          isNewest={file === files.at(-1)}
          called={nameOf(file, isRevised)}
        />
      ))}
      {paper?.paper && <Verdict flags={paper.paper} title={words.paperResults} withdrawn={withdrawn} />}
      {paper?.paper?.status === 'reviewer_declined' && paper.paper.review?.reason && (
        <Feedback text={paper.paper.review.reason} />
      )}
      {abilities.uploadPaper && (
        <p className={styles.actions}>
          <Link
            className={buttonClass('secondary')}
            to="/author"
            search={{ view: 'upload-paper', abstractId }}
          >
            {words.uploadPaper}
          </Link>
        </p>
      )}
    </Panel>
  )
}

interface FileProps {
  file: PaperFile
  abstract: AbstractItem
  paperId: string
  isNewest: boolean
  called: string
}

/** Which version a file is, where there are two. */
function nameOf({ id }: PaperFile, isRevised: boolean): string {
  if (id === 'current') return words.firstVersion
  return isRevised ? words.afterProvisional : words.laterVersion
}

function FileRow({ file, abstract, paperId, isNewest, called }: FileProps) {
  const { abilities, abstractId, editUntil } = abstract
  const isFirst = file.id === 'current'
  return (
    <div className={styles.version}>
      <div className={styles.main}>
        <strong>{file.fileName}</strong>
        <p className={styles.facts}>
          {isNewest && <strong>{words.currentVersion}</strong>}
          {!(isFirst && isNewest) && <span>{called}</span>}
          <TimeText at={file.updatedAt} />
          {isNewest && editUntil.paper && <EditUntil until={editUntil.paper} isOpen={abilities.editPaper} />}
        </p>
      </div>
      <div className={styles.actions}>
        {file.downloadUrl ? (
          <a
            className={buttonClass('secondary', true)}
            href={file.downloadUrl}
            aria-label={words.downloadNamed(file.fileName)}
          >
            {words.download}
          </a>
        ) : (
          <span>{words.noDownload}</span>
        )}
        {isNewest && abilities.editPaper && (
          <Link
            className={buttonClass('secondary', true)}
            to="/author"
            search={{ view: 'upload-paper', abstractId }}
            aria-label={isFirst ? words.editNamed(file.fileName) : words.replaceNamed(file.fileName)}
          >
            {isFirst ? words.edit : words.replace}
          </Link>
        )}
        {isFirst && abilities.deletePaper && (
          <DeleteButton
            name={file.fileName}
            title={words.deletePaperTitle}
            text={
              <>
                <p>
                  <strong>{whole(words.named(paperId, abstract.title || file.fileName))}</strong>
                </p>
                <p>{words.deletePaperText}</p>
              </>
            }
            done={words.paperDeleted}
            run={() => call(deletePaper, { params: { paperId } })}
          />
        )}
      </div>
    </div>
  )
}
