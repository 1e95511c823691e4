import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import styles from './author.module.css'
import { abstractOverview } from './calls.ts'
import { messageFor } from './display.ts'
import { EditUntil } from './edit-until.tsx'
import { stepText } from './next-step.tsx'
import { stepOf } from './step.ts'
import { words } from './words.ts'

interface Props {
  abstractId: string
  title: string
  part: 'abstract' | 'paper'
  /** Whether the file can be uploaded as the submission stands. */
  applies: (abilities: AbstractItem['abilities']) => boolean
  /** The form; told until when the file is taken. */
  children: (abstract: AbstractItem) => ReactNode
}

/** Before an upload to a submission: a form only where the file would be taken, else why not and where to go on. */
export function UploadGate({ abstractId, title, part, applies, children }: Props) {
  const overview = useQuery(queryOf(abstractOverview, { params: { abstractId } }))
  const back = <DetailsLink abstractId={abstractId} />
  if (overview.data === undefined)
    return <Opening title={title} back={back} reading={overview} failed={words.failedDetails} />
  const { abstract } = overview.data
  return (
    <Applied
      isOpen={applies(abstract.abilities)}
      otherwise={<Closed abstract={abstract} title={title} part={part} />}
    >
      {children(abstract)}
    </Applied>
  )
}

/** Once the form is there it stays: what the submission becomes by the upload itself must not take it away. */
function Applied({
  isOpen,
  otherwise,
  children,
}: {
  isOpen: boolean
  otherwise: ReactNode
  children: ReactNode
}) {
  const [wasOpen] = useState(isOpen)
  return wasOpen || isOpen ? children : otherwise
}

function Closed({ abstract, title, part }: { abstract: AbstractItem } & Pick<Props, 'title' | 'part'>) {
  const email = useConfig()?.supportEmail
  const step = stepOf(abstract)
  const until = abstract.editUntil[part]
  const isMissed = step?.open === false || until !== null
  const why = until ? (
    <EditUntil until={until} isOpen={false} />
  ) : step?.open === false ? (
    `${stepText(step)}.`
  ) : (
    messageFor(abstract)
  )
  const { abstractId } = abstract
  return (
    <>
      <PageHeader title={title} back={<DetailsLink abstractId={abstractId} />} />
      <Message>
        <p>{words.noUpload}</p>
        <p>{why}</p>
        {isMissed && email !== undefined && <p>{words.askForTime(email)}</p>}
      </Message>
      <p className={styles.onward}>
        <Link className={buttonClass('primary')} to="/author" search={{ view: 'details', abstractId }}>
          {words.openDetails(abstract.paperId ?? abstractId)}
        </Link>
      </p>
    </>
  )
}

function DetailsLink({ abstractId }: { abstractId: string }) {
  return (
    <BackLink to="/author" search={{ view: 'details', abstractId }}>
      {words.backHome}
    </BackLink>
  )
}
