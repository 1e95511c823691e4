import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { base64Of } from '#client/parts/base64-of.ts'
import { CsvDrop } from '#client/parts/csv-drop.tsx'
import { Button } from '#client/ui/button.tsx'
import { previewImport, type ReadingGiven, STATEMENT_MAX } from '#shared/payments/import-contract.ts'
import { choiceFor, confirmedLine, type Decision } from './choices.ts'
import { ColumnsStep } from './columns-step.tsx'
import styles from './import.module.css'
import { PlanStep } from './plan-step.tsx'
import { type AppliedLine, ResultStep } from './result-step.tsx'
import { type Preview, StepHeader } from './step-header.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

/** Still within the import, where the file and what was chosen are kept. */
const isWithin = ({ pathname, searchParams }: URL) =>
  pathname === '/admin/payments' && searchParams.get('view') === 'import'

const goTo = (step: 'columns' | 'plan' | 'result' | undefined, replace = false) =>
  navigate({ to: '/admin/payments', search: { view: 'import', ...(step && { step }) }, replace })

/**
 * Imports a statement: file, columns, what will happen, result. Nothing is applied before the third step's button. Each step
 * has its address, so that Back leads to the one before, with all that was chosen.
 */
export function ImportView() {
  const [file, setFile] = useState<{ name: string; bytes: string }>()
  const [preview, setPreview] = useState<Preview>()
  // Kept while the columns are looked at again; read otherwise, the lines are others.
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())
  const { step } = useSearch('/admin/payments')
  const [result, setResult] = useState<{ lines: readonly AppliedLine[]; left: number }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const read = async (given: { name: string; bytes: string }, reading: ReadingGiven) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { file: given.bytes, reading }
      setPreview(await call(previewImport, { body, timeout: TIMEOUT_MS }))
      setDecisions(new Map())
      setFile(given)
      if (given !== file) goTo('columns')
    } catch (error) {
      setProblem(messageOf(error, words.failed))
    } finally {
      setBusy(false)
    }
  }
  const startOver = () => {
    setFile(undefined)
    setPreview(undefined)
    setResult(undefined)
    setProblem(undefined)
    goTo(undefined)
  }
  const wouldLose = useMemo(
    () =>
      preview?.lines.some(
        (line) => decisions.has(line.line) || confirmedLine(line, { choice: choiceFor(line), paperId: '' }),
      ),
    [preview, decisions],
  )
  useAskBeforeLeaving(wouldLose ? words.leaveUnapplied : undefined, undefined, isWithin)

  // Once nothing asks before leaving any more. The plan's place in the history is taken: nothing is left to be applied.
  useEffect(() => {
    if (result !== undefined) goTo('result', true)
  }, [result])

  if (result !== undefined && (step === 'result' || (preview === undefined && step === 'plan')))
    return <ResultStep {...result} onAnother={startOver} />
  if (file === undefined || preview === undefined || (step !== 'columns' && step !== 'plan')) {
    return (
      <FileStep
        {...{ busy, problem, setProblem }}
        chosen={preview && file?.name}
        onFile={(given) => void read(given, {})}
        onGoOn={() => goTo('columns')}
      />
    )
  }
  if (step === 'columns') {
    return (
      <ColumnsStep
        {...{ preview, busy, problem }}
        name={file.name}
        onReading={(reading) => void read(file, reading)}
        onOther={startOver}
        onNext={() => goTo('plan')}
      />
    )
  }
  return (
    <PlanStep
      preview={preview}
      decisions={decisions}
      onDecisions={setDecisions}
      onColumns={() => goTo('columns')}
      onDone={(lines, left) => {
        // What was applied is not to be gone back to: read again, it would do nothing.
        setFile(undefined)
        setPreview(undefined)
        setDecisions(new Map())
        setResult({ lines, left })
      }}
    />
  )
}

interface FileStepProps {
  /** The file that was read before, when somebody came back here. */
  chosen: string | undefined
  onGoOn: () => void
  busy: boolean
  problem: string | undefined
  setProblem: (problem: string) => void
  onFile: (file: { name: string; bytes: string }) => void
}

function FileStep({ chosen, onGoOn, busy, problem, setProblem, onFile }: FileStepProps) {
  const take = async (file: File) => {
    if (file.size > STATEMENT_MAX) return setProblem(words.fileTooLarge)
    try {
      onFile({ name: file.name, bytes: await base64Of(file) })
    } catch {
      setProblem(words.unreadable)
    }
  }
  return (
    <>
      <StepHeader step={1} title={words.title} lead={words.lead} />
      <CsvDrop
        label={words.file}
        hint={words.fileHint}
        busy={busy}
        reading={words.reading}
        problem={problem}
        onFile={(file) => void take(file)}
      />
      {chosen !== undefined && (
        <p className={styles.actions}>
          <Button look="secondary" onClick={onGoOn}>
            {words.goOnWith(chosen)}
          </Button>
        </p>
      )}
    </>
  )
}
