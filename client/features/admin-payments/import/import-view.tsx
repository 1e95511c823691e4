import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { base64Of } from '#client/parts/base64-of.ts'
import { CsvDrop } from '#client/parts/csv-drop.tsx'
import { previewImport, type ReadingGiven, STATEMENT_MAX } from '#shared/payments/import-contract.ts'
import type { Decision } from './choices.ts'
import { ColumnsStep } from './columns-step.tsx'
import { PlanStep } from './plan-step.tsx'
import { type AppliedLine, ResultStep } from './result-step.tsx'
import { type Preview, StepHeader } from './step-header.tsx'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

/** Imports a statement: file, columns, what will happen, result. Nothing is applied before the third step's button. */
export function ImportView() {
  const [file, setFile] = useState<{ name: string; bytes: string }>()
  const [preview, setPreview] = useState<Preview>()
  // Kept while the columns are looked at again; read otherwise, the lines are others.
  const [decisions, setDecisions] = useState<ReadonlyMap<number, Decision>>(new Map())
  const [step, setStep] = useState<'columns' | 'plan'>('columns')
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
    setStep('columns')
    setProblem(undefined)
  }

  if (result !== undefined) return <ResultStep {...result} onAnother={startOver} />
  if (file === undefined || preview === undefined) {
    return <FileStep {...{ busy, problem, setProblem }} onFile={(given) => void read(given, {})} />
  }
  if (step === 'columns') {
    return (
      <ColumnsStep
        {...{ preview, busy, problem }}
        name={file.name}
        onReading={(reading) => void read(file, reading)}
        onOther={startOver}
        onNext={() => setStep('plan')}
      />
    )
  }
  return (
    <PlanStep
      preview={preview}
      decisions={decisions}
      onDecisions={setDecisions}
      onColumns={() => setStep('columns')}
      onDone={(lines, left) => setResult({ lines, left })}
    />
  )
}

interface FileStepProps {
  busy: boolean
  problem: string | undefined
  setProblem: (problem: string) => void
  onFile: (file: { name: string; bytes: string }) => void
}

function FileStep({ busy, problem, setProblem, onFile }: FileStepProps) {
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
    </>
  )
}
