import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { Button } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { FileRow } from '#client/ui/file-row.tsx'
import { Message } from '#client/ui/message.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { sizeText } from '#client/ui/size-text.ts'
import styles from './upload-form.module.css'
import { type SendOptions, useUpload } from './use-upload.ts'
import { words } from './words.ts'

interface Props<Answer> {
  /** What is uploaded, for screen readers: 'Abstract file'. */
  label: string
  maxBytes: number | undefined
  /** The Submit label counts the percent while sending (paper upload); otherwise the bar alone does. */
  counts?: boolean
  back: ReactNode
  fallback: string
  send: (file: File, options: SendOptions) => Promise<Answer>
  done: (answer: Answer) => void
  /** Told whether a file is chosen. */
  onChosen?: ((isChosen: boolean) => void) | undefined
  /** Called when the file is sent. */
  onSend?: (() => void) | undefined
  /** Called when it was refused because what it is for has changed; that is read anew by now, unless that failed. */
  onChanged?: (() => void) | undefined
}

/** Of two presses of a key within so many milliseconds the second one was meant for the same button. */
const SAME_PRESS_MS = 500

/** Chooses a PDF, checks it, sends it with true progress; a failed try keeps the file (portal.md §2, §5). */
export function UploadForm<Answer>({
  label,
  maxBytes,
  counts = false,
  back,
  fallback,
  send,
  done,
  onChosen,
  onSend,
  onChanged,
}: Props<Answer>) {
  const [file, setFile] = useState<File>()
  const [arrived, setArrived] = useState(false)
  const [tried, setTried] = useState(false)
  const { percent, note, busy, error, helps, setError, start, cancel } = useUpload({
    send,
    done: (answer: Answer) => {
      setArrived(true)
      done(answer)
    },
    fallback,
    changed: onChanged,
  })
  // A file that was only chosen looks submitted to whoever is in a hurry.
  const isWaiting = file !== undefined && !busy && !arrived
  useAskBeforeLeaving(isWaiting ? words.leaveChosen : undefined)
  const stop = useRef<HTMLButtonElement>(null)
  const go = useRef<HTMLButtonElement>(null)
  const was = useRef(false)
  const began = useRef(0)
  // The button that was pressed goes or can no longer be pressed: the focus moves on to the one in its place.
  useEffect(() => {
    if (busy) stop.current?.focus()
    else if (was.current) go.current?.focus()
    was.current = busy
  }, [busy])

  // It was sent, and that failed.
  const hasFailed = tried && file !== undefined && error !== undefined

  const choose = (chosen: File) => {
    setTried(false)
    const problem = problemWith(chosen, maxBytes)
    const isKept = problem !== undefined && file !== undefined
    setError(isKept ? words.notTaken(chosen.name, problem, file.name) : problem)
    // A wrong file does not throw away the good one that was chosen before.
    if (problem !== undefined) return
    setFile(chosen)
    onChosen?.(true)
  }
  return (
    <form
      className={styles.upload}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Submit looks disabled then, and says why (portal.md §5).
        if (file === undefined) return setError(words.needPdf)
        setTried(true)
        began.current = event.timeStamp
        onSend?.()
        void start(file)
      }}
    >
      <DropZone
        label={label}
        hint={words.supportedPdf}
        limit={maxBytes === undefined ? undefined : words.atMost(sizeText(maxBytes))}
        accept=".pdf,application/pdf"
        onFile={choose}
        disabled={busy}
        error={hasFailed ? undefined : error}
      />
      {file && (
        <FileRow
          name={file.name}
          size={file.size}
          disabled={busy}
          onRemove={() => {
            setFile(undefined)
            onChosen?.(false)
            setTried(false)
            setError(undefined)
          }}
        />
      )}
      {hasFailed && (
        <>
          <Message kind="error">{error}</Message>
          {helps && <p>{words.fileHelp[helps]}</p>}
        </>
      )}
      {percent !== undefined && <ProgressBar percent={percent} label={words.uploadProgress} note={note} />}
      <div className={styles.actions}>
        {busy ? (
          <Button
            look="secondary"
            ref={stop}
            onClick={({ detail, timeStamp }) => {
              // By the keyboard, whose focus has just come here from Submit.
              const isSamePress = detail === 0 && timeStamp - began.current < SAME_PRESS_MS
              if (!isSamePress) cancel()
            }}
          >
            {words.cancelUpload}
          </Button>
        ) : (
          back
        )}
        <Button type="submit" ref={go} disabled={busy} aria-disabled={file === undefined || undefined}>
          {busy && counts ? words.submitting(percent ?? 0) : words.submit}
        </Button>
      </div>
    </form>
  )
}

/** What is wrong with a chosen file before it is sent: by MIME type or name (portal.md §5), and its size. */
function problemWith(file: File, maxBytes: number | undefined): string | undefined {
  const isPdf = file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf')
  if (!isPdf) return words.needPdf
  if (file.size === 0) return words.emptyFile
  if (maxBytes !== undefined && file.size > maxBytes) return words.tooLarge(sizeText(maxBytes))
  return undefined
}
