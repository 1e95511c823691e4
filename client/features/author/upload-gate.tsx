import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AbstractItem, MeantAs } from '#shared/submissions/contract.ts'
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
  /** What a file would be as the submission stands; undefined: none can be uploaded. */
  meantAs: (abilities: AbstractItem['abilities']) => MeantAs
  /** The form; told until when the file is taken, what it is sent as, and what of it says when that holds. */
  children: (abstract: AbstractItem, as: MeantAs, held: Held) => ReactNode
}

/** What a form tells of its file. */
export interface Held {
  onChosen: (isChosen: boolean) => void
  onSend: () => void
  /** It was refused because the submission has changed. */
  onChanged: () => void
}

/** Before an upload to a submission: a form only where the file would be taken, else why not and where to go on. */
export function UploadGate({ abstractId, title, part, meantAs, children }: Props) {
  const overview = useQuery(queryOf(abstractOverview, { params: { abstractId } }))
  const back = <DetailsLink abstractId={abstractId} />
  if (overview.data === undefined)
    return <Opening title={title} back={back} reading={overview} failed={words.failedDetails} />
  const { abstract } = overview.data
  return (
    <Applied
      as={meantAs(abstract.abilities)}
      otherwise={<Closed abstract={abstract} title={title} part={part} />}
    >
      {(as, held) => children(abstract, as, held)}
    </Applied>
  )
}

/**
 * Once a file is chosen the form stays, for what the file was chosen as: what the submission becomes by the upload itself must not
 * take it away. Refused for that, the file is what the page says it is, from the next time it is sent.
 */
function Applied({
  as,
  otherwise,
  children,
}: {
  as: MeantAs
  otherwise: ReactNode
  children: (as: MeantAs, held: Held) => ReactNode
}) {
  const [chosenAs, setChosenAs] = useState<MeantAs>()
  const meant = chosenAs ?? as
  return meant === undefined
    ? otherwise
    : children(meant, {
        onChosen: (isChosen) => setChosenAs(isChosen ? meant : undefined),
        onSend: () => setChosenAs(meant),
        onChanged: () => setChosenAs(undefined),
      })
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
