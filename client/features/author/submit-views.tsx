import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { upload } from '#client/api/upload.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { Deadline } from '#client/parts/deadline.tsx'
import { UploadForm } from '#client/parts/upload-form.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { abstractOverview, resubmitAbstract, submitAbstract, submitPaper } from './calls.ts'
import { withTimeLeft } from './next-step.tsx'
import { words } from './words.ts'

/** Uploads a new abstract or, with an id, a new version of one. */
export function SubmitAbstractView({ abstractId }: { abstractId: string | undefined }) {
  const maxBytes = useConfig()?.abstractMaxBytes
  const [sent, setSent] = useState<string>()
  const back = abstractId === undefined ? <HomeLink /> : <DetailsLink abstractId={abstractId} />
  return (
    <>
      <PageHeader
        title={abstractId === undefined ? words.newAbstract : words.newVersion(abstractId)}
        lead={<UploadUntil abstractId={abstractId} />}
      />
      <UploadForm
        label={words.abstractFile}
        maxBytes={maxBytes}
        back={back}
        fallback={words.submitFailed}
        send={(file, options) =>
          abstractId === undefined
            ? upload(submitAbstract, { file, ...options })
            : upload(resubmitAbstract, { params: { abstractId }, file, ...options })
        }
        done={(answer) => setSent(answer.abstractId)}
      />
      <SentDialog abstractId={sent} />
    </>
  )
}

/** Uploads the paper of an accepted abstract, or its revised version. */
export function SubmitPaperView({ abstractId }: { abstractId: string }) {
  const maxBytes = useConfig()?.paperMaxBytes
  const [sent, setSent] = useState<string>()
  return (
    <>
      <PageHeader title={words.paperTitle(abstractId)} lead={<UploadUntil abstractId={abstractId} />} />
      <UploadForm
        label={words.paperFile}
        maxBytes={maxBytes}
        counts
        back={<DetailsLink abstractId={abstractId} />}
        fallback={words.uploadFailed}
        send={(file, options) => upload(submitPaper, { params: { abstractId }, file, ...options })}
        done={() => setSent(abstractId)}
      />
      <SentDialog abstractId={sent} />
    </>
  )
}

function HomeLink() {
  return (
    <Link className={buttonClass('secondary')} to="/author">
      {words.backHome}
    </Link>
  )
}

function DetailsLink({ abstractId }: { abstractId: string }) {
  return (
    <Link className={buttonClass('secondary')} to="/author" search={{ view: 'details', abstractId }}>
      {words.backHome}
    </Link>
  )
}

/** Until when the file is taken: the conference's deadline for a new abstract, the submission's own for the rest. */
function UploadUntil({ abstractId }: { abstractId: string | undefined }) {
  const forNew = useConfig()?.deadlines.abstract
  const overview = useQuery({
    ...queryOf(abstractOverview, { params: { abstractId: abstractId ?? '' } }),
    enabled: abstractId !== undefined,
  })
  const until = abstractId === undefined ? forNew : overview.data?.abstract.nextDeadline
  if (!until) return null
  return (
    <>
      {withTimeLeft(words.deadline, until)}: <Deadline at={until} />
    </>
  )
}

/** Says that the file arrived, and leads on to where its progress is shown. */
function SentDialog({ abstractId }: { abstractId: string | undefined }) {
  if (abstractId === undefined) return null
  return (
    <Dialog
      open
      onClose={() => navigate({ to: '/author', search: { view: 'ongoing' } })}
      title={words.sentTitle}
      actions={<DialogClose>{words.backHome}</DialogClose>}
    >
      <p>{words.sentText}</p>
      <p>{words.sentNext}</p>
      <p>
        {words.reference}:{' '}
        <Link to="/author" search={{ view: 'details', abstractId }}>
          {abstractId}
        </Link>
      </p>
    </Dialog>
  )
}
