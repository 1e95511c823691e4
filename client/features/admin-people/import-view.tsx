import { useEffect, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { base64Of } from '#client/parts/base64-of.ts'
import { CsvDrop } from '#client/parts/csv-drop.tsx'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { JudgedRows, judgedRow } from '#client/parts/many/judged-rows.tsx'
import { usePortions } from '#client/parts/use-portions.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import {
  type ConfirmedPerson,
  IMPORT_MAX,
  type ImportedPerson,
  type ImportVerdict,
  importPeople,
  PEOPLE_FILE_MAX,
  previewPeople,
} from '#shared/people/import-contract.ts'
import styles from './admin-people.module.css'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000
const back = <BackLink to="/admin/people">{words.backToPeople}</BackLink>

type Preview = AnswerOf<typeof previewPeople>

/** A file that was read, and its name. */
interface Read {
  name: string
  preview: Preview
}

/** Still within the import, where what was read is kept. */
const isWithin = ({ pathname, searchParams }: URL) =>
  pathname === '/admin/people' && searchParams.get('view') === 'import'

const goTo = (step: 'plan' | 'result' | undefined, replace = false) =>
  navigate({ to: '/admin/people', search: { view: 'import', ...(step && { step }) }, replace })

/**
 * Imports people from a CSV: the file, what will happen, what happened. Nothing is done before the button. Each step has its
 * address, so that Back leads to the one before, with the file.
 */
export function ImportView() {
  const { step } = useSearch('/admin/people')
  const [read, setRead] = useState<Read>()
  const [result, setResult] = useState<readonly ImportedPerson[]>()
  const startOver = () => {
    setRead(undefined)
    setResult(undefined)
    goTo(undefined)
  }
  const wouldLose = read?.preview.rows.some(({ person }) => person !== null)
  useAskBeforeLeaving(wouldLose ? words.leaveUnapplied : undefined, undefined, isWithin)

  // Once nothing asks before leaving any more. The plan's place in the history is taken: what was done is not gone back to.
  useEffect(() => {
    if (result !== undefined) goTo('result', true)
  }, [result])

  if (result !== undefined && (step === 'result' || (read === undefined && step === 'plan')))
    return (
      <>
        <PageHeader title={words.resultTitle} lead={happened(result)} back={back} />
        <KeptHere />
        <ByVerdict rows={result} titles={words.resultVerdicts} />
        <Button look="secondary" onClick={startOver}>
          {words.otherFile}
        </Button>
      </>
    )
  if (read === undefined || step !== 'plan') {
    return (
      <FileStep
        chosen={read?.name}
        onGoOn={() => goTo('plan')}
        onRead={(given) => {
          setRead(given)
          goTo('plan')
        }}
      />
    )
  }
  return (
    <PlanStep
      preview={read.preview}
      onDone={(rows) => {
        setRead(undefined)
        setResult(rows)
      }}
      onOther={startOver}
    />
  )
}

/** How many of each. */
function happened(rows: readonly ImportedPerson[]): string {
  const count = (verdict: ImportVerdict) => rows.filter((row) => row.verdict === verdict).length
  return words.happened(count('new'), count('changed'), count('same'), count('refused'))
}

interface FileProps {
  /** The file that was read before, when somebody came back here. */
  chosen: string | undefined
  onGoOn: () => void
  onRead: (read: Read) => void
}

function FileStep({ chosen, onGoOn, onRead }: FileProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (given: File) => {
    if (given.size > PEOPLE_FILE_MAX) return setProblem(words.importTooLarge)
    setBusy(true)
    setProblem(undefined)
    try {
      const file = await base64Of(given)
      const preview = await call(previewPeople, { body: { file }, timeout: TIMEOUT_MS })
      onRead({ name: given.name, preview })
    } catch (error) {
      setProblem(messageOf(error, words.importUnreadable))
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader title={words.importTitle} lead={words.importLead} back={back} />
      <CsvDrop
        label={words.importFile}
        hint={words.importHint}
        busy={busy}
        reading={words.reading}
        problem={problem}
        onFile={(file) => void take(file)}
      />
      {chosen !== undefined && (
        <p className={styles.deeds}>
          <Button look="secondary" onClick={onGoOn}>
            {words.goOnWith(chosen)}
          </Button>
        </p>
      )}
    </>
  )
}

interface PlanProps {
  preview: Preview
  onDone: (rows: readonly ImportedPerson[]) => void
  onOther: () => void
}

function PlanStep({ preview: { rows, unread }, onDone, onOther }: PlanProps) {
  const people = rows.flatMap(({ person }) => person ?? [])
  const { percent, problem, apply } = usePortions<ConfirmedPerson, ImportedPerson>({
    size: IMPORT_MAX,
    keyOf: ({ line }) => line,
    send: async (some) =>
      (await call(importPeople, { body: { people: [...some] }, timeout: TIMEOUT_MS })).rows,
    onDone: (done) => onDone([...done, ...rows.filter(({ person }) => person === null)]),
    words: { leave: words.leaveImport, failed: words.importFailed, interrupted: words.interrupted },
  })
  if (percent !== undefined)
    return (
      <>
        <PageHeader title={words.planTitle} back={back} />
        <ProgressBar percent={percent} label={words.importing} note={words.importing} />
      </>
    )
  return (
    <>
      <PageHeader
        title={words.planTitle}
        lead={[words.planLead(rows.length), words.noAdmins].join(' ')}
        back={back}
      />
      {unread.length > 0 && <Message>{words.unread(unread.join(', '))}</Message>}
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      {people.length === 0 && <Message>{words.nothingToDo}</Message>}
      <ByVerdict rows={rows} titles={words.verdicts} />
      <div className={styles.deeds}>
        {people.length > 0 && (
          <Button onClick={() => void apply(people)}>
            {problem === undefined ? words.doImport(people.length) : words.goOn}
          </Button>
        )}
        <Button look="secondary" onClick={onOther}>
          {words.otherFile}
        </Button>
      </div>
    </>
  )
}

function ByVerdict({
  rows,
  titles,
}: {
  rows: readonly ImportedPerson[]
  titles: Readonly<Record<ImportVerdict, string>>
}) {
  return (['refused', 'new', 'changed', 'same'] as const).map((verdict) => (
    <JudgedRows
      key={verdict}
      title={titles[verdict]}
      rows={rows.filter((row) => row.verdict === verdict).map(judgedRow)}
    />
  ))
}
