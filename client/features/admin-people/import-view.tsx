import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { base64Of } from '#client/parts/base64-of.ts'
import { CsvDrop } from '#client/parts/csv-drop.tsx'
import { JudgedRows, judgedRow } from '#client/parts/many/judged-rows.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import {
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

type Preview = AnswerOf<typeof previewPeople> & { file: string }

/** Imports people from a CSV: the file, what will happen, what happened. Nothing is done before the button. */
export function ImportView() {
  const [preview, setPreview] = useState<Preview>()
  const [result, setResult] = useState<AnswerOf<typeof importPeople>>()
  const startOver = () => {
    setPreview(undefined)
    setResult(undefined)
  }
  if (result !== undefined)
    return (
      <>
        <PageHeader title={words.resultTitle} lead={result.message} back={back} />
        <ByVerdict rows={result.rows} titles={words.resultVerdicts} />
        <Button look="secondary" onClick={startOver}>
          {words.otherFile}
        </Button>
      </>
    )
  if (preview === undefined) return <FileStep onRead={setPreview} />
  return <PlanStep preview={preview} onDone={setResult} onOther={startOver} />
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
      onRead({ file, ...(await call(previewPeople, { body: { file }, timeout: TIMEOUT_MS })) })
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
  onDone: (result: AnswerOf<typeof importPeople>) => void
  onOther: () => void
}

function PlanStep({ preview: { file, rows, unread, stamp }, onDone, onOther }: PlanProps) {
  const apply = useDeed({
    run: () => call(importPeople, { body: { file, stamp }, timeout: TIMEOUT_MS }),
    fallback: words.importFailed,
    after: onDone,
    inPlace: true,
  })
  const count = rows.filter(({ verdict }) => verdict === 'new' || verdict === 'changed').length
  return (
    <>
      <PageHeader
        title={words.planTitle}
        lead={[words.planLead(rows.length), words.noAdmins].join(' ')}
        back={back}
      />
      {unread.length > 0 && <Message>{words.unread(unread.join(', '))}</Message>}
      {apply.problem !== undefined && <Message kind="error">{apply.problem}</Message>}
      {count === 0 && <Message>{words.nothingToDo}</Message>}
      <ByVerdict rows={rows} titles={words.verdicts} />
      <div className={styles.deeds}>
        {count > 0 && (
          <Button busy={apply.busy} onClick={() => apply.start(undefined)}>
            {words.doImport(count)}
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
