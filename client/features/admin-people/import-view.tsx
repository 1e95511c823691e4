import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { base64Of } from '#client/parts/base64-of.ts'
import { CsvDrop } from '#client/parts/csv-drop.tsx'
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
const back = <Link to="/admin/people">{words.backToPeople}</Link>

type Preview = AnswerOf<typeof previewPeople>

/** Imports people from a CSV: the file, what will happen, what happened. Nothing is done before the button. */
export function ImportView() {
  const [preview, setPreview] = useState<Preview>()
  const [result, setResult] = useState<readonly ImportedPerson[]>()
  const startOver = () => {
    setPreview(undefined)
    setResult(undefined)
  }
  if (result !== undefined)
    return (
      <>
        <PageHeader title={words.resultTitle} lead={happened(result)} back={back} />
        <ByVerdict rows={result} titles={words.resultVerdicts} />
        <Button look="secondary" onClick={startOver}>
          {words.otherFile}
        </Button>
      </>
    )
  if (preview === undefined) return <FileStep onRead={setPreview} />
  return <PlanStep preview={preview} onDone={setResult} onOther={startOver} />
}

/** How many of each. */
function happened(rows: readonly ImportedPerson[]): string {
  const count = (verdict: ImportVerdict) => rows.filter((row) => row.verdict === verdict).length
  return words.happened(count('new'), count('changed'), count('same'), count('refused'))
}

function FileStep({ onRead }: { onRead: (preview: Preview) => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (chosen: File) => {
    if (chosen.size > PEOPLE_FILE_MAX) return setProblem(words.importTooLarge)
    setBusy(true)
    setProblem(undefined)
    try {
      const file = await base64Of(chosen)
      onRead(await call(previewPeople, { body: { file }, timeout: TIMEOUT_MS }))
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
