import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { upload } from '#client/api/upload.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { navigate, type Sent } from '#client/navigation/navigate.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import { hasPassed, withTimeLeft } from '#client/parts/until.ts'
import { UploadForm } from '#client/parts/upload-form.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { listOngoing, resubmitAbstract, submitAbstract, submitPaper } from './calls.ts'
import { UploadGate } from './upload-gate.tsx'
import { words } from './words.ts'

/** Uploads a new abstract or, with an id, a new version of one. */
export function SubmitAbstractView({ abstractId }: { abstractId: string | undefined }) {
  if (abstractId === undefined) return <NewAbstract />
  const title = words.newVersion(abstractId)
  return (
    <UploadGate
      abstractId={abstractId}
      title={title}
      part="abstract"
      applies={({ uploadAbstract, editAbstract }) => uploadAbstract || editAbstract}
    >
      {({ nextDeadline, editUntil, abilities }) => (
        <>
          <PageHeader
            title={title}
            lead={<UploadUntil until={abilities.uploadAbstract ? nextDeadline : editUntil.abstract} />}
          />
          <AbstractForm abstractId={abstractId} />
        </>
      )}
    </UploadGate>
  )
}

function NewAbstract() {
  // The author's own: the organisers may have given them more time.
  const until = useQuery(queryOf(listOngoing)).data?.newAbstractUntil
  const email = useConfig()?.supportEmail
  const isLate = hasPassed(until)
  return (
    <>
      <PageHeader title={words.newAbstract} lead={!isLate && <UploadUntil until={until} />} />
      {isLate && until && (
        <Message>
          {words.abstractsClosed}: <Deadline at={until} />. {email !== undefined && words.askForTime(email)}
        </Message>
      )}
      <AbstractForm abstractId={undefined} />
    </>
  )
}

function AbstractForm({ abstractId }: { abstractId: string | undefined }) {
  const maxBytes = useConfig()?.abstractMaxBytes
  const leadOn = useLeadOn()
  return (
    <UploadForm
      label={words.abstractFile}
      maxBytes={maxBytes}
      back={<BackButton abstractId={abstractId} />}
      fallback={words.submitFailed}
      send={(file, options) =>
        abstractId === undefined
          ? upload(submitAbstract, { file, ...options })
          : upload(resubmitAbstract, { params: { abstractId }, file, ...options })
      }
      done={(answer) => leadOn({ abstractId: answer.abstractId, reference: answer.abstractId })}
    />
  )
}

/** Uploads the paper of an accepted abstract, or its revised version. */
export function SubmitPaperView({ abstractId }: { abstractId: string }) {
  const config = useConfig()
  const leadOn = useLeadOn()
  const title = words.paperTitle(abstractId)
  return (
    <UploadGate
      abstractId={abstractId}
      title={title}
      part="paper"
      applies={({ uploadPaper, editPaper }) => uploadPaper || editPaper}
    >
      {({ nextDeadline, editUntil, abilities }) => (
        <>
          <PageHeader
            title={title}
            lead={<UploadUntil until={abilities.uploadPaper ? nextDeadline : editUntil.paper} />}
          />
          {config?.anonymity === 'double' && <Message>{words.anonymousPaper}</Message>}
          <UploadForm
            label={words.paperFile}
            maxBytes={config?.paperMaxBytes}
            counts
            back={<BackButton abstractId={abstractId} />}
            fallback={words.uploadFailed}
            send={(file, options) => upload(submitPaper, { params: { abstractId }, file, ...options })}
            done={(answer) => leadOn({ abstractId, reference: answer.paperId })}
          />
        </>
      )}
    </UploadGate>
  )
}

/**
 * Leads on to the list, which says that the file arrived; there the list takes the form's place, so that Back goes to
 * where one was before the form and never to one that would send the file again.
 */
function useLeadOn() {
  const [sent, setSent] = useState<Sent>()
  // After the form has noted that nothing is on the way any more: else leaving it would be asked about.
  useEffect(() => {
    if (sent !== undefined)
      navigate({ to: '/author', search: { view: 'ongoing' }, replace: true, state: { sent } })
  }, [sent])
  return setSent
}

function BackButton({ abstractId }: { abstractId: string | undefined }) {
  const search = abstractId === undefined ? {} : ({ view: 'details', abstractId } as const)
  return (
    <BackLink className={buttonClass('secondary')} to="/author" search={search}>
      {words.backHome}
    </BackLink>
  )
}

/** Until when the file is taken, with the time that is left. */
function UploadUntil({ until }: { until: Timestamp | null | undefined }) {
  if (!until) return null
  return (
    <>
      {withTimeLeft(words.deadline, until)}: <Deadline at={until} />
    </>
  )
}
