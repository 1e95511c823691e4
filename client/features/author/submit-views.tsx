import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { upload } from '#client/api/upload.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { navigate, type Sent } from '#client/navigation/navigate.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import { withTimeLeft } from '#client/parts/until.ts'
import { UploadForm } from '#client/parts/upload-form.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { AbstractItem, MeantAs } from '#shared/submissions/contract.ts'
import { listOngoing, resubmitAbstract, submitAbstract, submitPaper } from './calls.ts'
import { stepOf } from './step.ts'
import { type Held, UploadGate } from './upload-gate.tsx'
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
      meantAs={({ uploadAbstract, editAbstract }) =>
        uploadAbstract ? 'next' : editAbstract ? 'edit' : undefined
      }
    >
      {({ nextDeadline, editUntil, abilities, status }, as, held) => (
        <>
          <PageHeader
            title={title}
            lead={<UploadUntil until={abilities.uploadAbstract ? nextDeadline : editUntil.abstract} />}
          />
          <AbstractForm
            abstractId={abstractId}
            as={as}
            held={held}
            isDecided={as === 'edit' && status !== 'abstract_submitted'}
          />
        </>
      )}
    </UploadGate>
  )
}

function NewAbstract() {
  // The author's own: the organisers may have given them more time.
  const { newAbstractUntil: until, newAbstractOpen } = useQuery(queryOf(listOngoing)).data ?? {}
  const email = useConfig()?.supportEmail
  const isLate = newAbstractOpen === false
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

interface FormProps {
  abstractId: string | undefined
  as?: MeantAs
  held?: Held
  /** The file takes the place of one that was accepted. */
  isDecided?: boolean
}

function AbstractForm({ abstractId, as, held, isDecided = false }: FormProps) {
  const maxBytes = useConfig()?.abstractMaxBytes
  const leadOn = useLeadOn()
  return (
    <UploadForm
      {...held}
      label={words.abstractFile}
      maxBytes={maxBytes}
      back={<BackButton abstractId={abstractId} />}
      fallback={words.submitFailed}
      send={(file, options) =>
        abstractId === undefined
          ? upload(submitAbstract, { file, ...options })
          : upload(resubmitAbstract, { params: { abstractId }, query: { as }, file, ...options })
      }
      done={(answer) => leadOn({ abstractId: answer.abstractId, reference: answer.abstractId, isDecided })}
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
      meantAs={({ uploadPaper, editPaper }) => (uploadPaper ? 'next' : editPaper ? 'edit' : undefined)}
    >
      {(abstract, as, held) => (
        <>
          <PageHeader
            title={paperHeading(abstract, as)}
            lead={
              <UploadUntil
                until={abstract.abilities.uploadPaper ? abstract.nextDeadline : abstract.editUntil.paper}
              />
            }
          />
          {config?.anonymity === 'double' && <Message>{words.anonymousPaper}</Message>}
          <UploadForm
            {...held}
            label={words.paperFile}
            maxBytes={config?.paperMaxBytes}
            counts
            back={<BackButton abstractId={abstractId} />}
            fallback={words.uploadFailed}
            send={(file, options) =>
              upload(submitPaper, { params: { abstractId }, query: { as }, file, ...options })
            }
            done={(answer) => leadOn({ abstractId, reference: answer.paperId })}
          />
        </>
      )}
    </UploadGate>
  )
}

/** What a paper's upload is called: the first one, one that takes its place, or a revised one. */
function paperHeading(abstract: AbstractItem, as: MeantAs): string {
  const id = abstract.paperId ?? abstract.abstractId
  if (as === 'edit') return words.newVersion(id)
  return stepOf(abstract)?.what === 'revisedPaper' ? words.revisedPaperTitle(id) : words.paperTitle(id)
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
