import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { upload } from '#client/api/upload.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { useUpload } from '#client/parts/use-upload.ts'
import { Button } from '#client/ui/button.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import {
  addPublicationPdf,
  addPublications,
  PUBLICATIONS_LIST_MAX,
} from '#shared/reviewing/publications-contract.ts'
import { whichUnread } from '#shared/reviewing/unread-entries.ts'
import styles from './profile.module.css'
import { words } from './publications-words.ts'

/**
 * A list to paste, with its button; or a file, which is added at once: BibTeX and CSV as a list, a PDF is sent to be read.
 * What of a list was not understood stays in its field.
 */
export function AddPublications() {
  const id = useId()
  const say = useToast()
  const [list, setList] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useDeed({
    run: (given: string) => call(addPublications, { body: { list: given } }),
    fallback: words.actionFailed,
    inPlace: true,
    done: ({ message, known, unread }) => words.result(message, known, unread.length),
    after: ({ unread, rest }) => {
      setList(rest)
      setProblem(unread.length > 0 ? words.notUnderstood(whichUnread(unread)) : undefined)
    },
  })
  const pdf = useUpload({
    send: (file, options) => upload(addPublicationPdf, { file, ...options }),
    done: ({ message }) => say(message),
    fallback: words.actionFailed,
  })
  const take = async (file: File) => {
    setProblem(undefined)
    pdf.setError(undefined)
    if (/\.pdf$/i.test(file.name)) return pdf.start(file)
    // Its text will stand in the field: what stands there is not lost to it.
    if (list.trim() !== '') return setProblem(words.pastedFirst)
    // A character is at most four bytes.
    if (file.size > PUBLICATIONS_LIST_MAX * 4) return setProblem(words.tooLarge)
    // Loaded by who has a file to be read.
    const code = await import('#client/parts/text-of-file.ts').catch(() => undefined)
    if (code === undefined) return setProblem(words.actionFailed)
    const text = await code.textOfFile(file)
    if (text === null) return setProblem(words.unreadable)
    setList(text)
    // As with a PDF, choosing is adding; what is wrong with it is said beside the text.
    if (text.trim() !== '') add.start(text)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(list.trim() === '' ? words.needList : undefined)
        if (list.trim() !== '') add.start(list)
      }}
    >
      <TextArea
        id={id}
        name="list"
        label={words.list}
        hint={words.listHint}
        error={problem ?? add.problem}
        value={list}
        onValue={(value) => {
          setList(value)
          setProblem(undefined)
          add.forget()
        }}
        rows={5}
      />
      <div className={styles.actions}>
        <Button type="submit" look="secondary" busy={add.busy}>
          {words.add}
        </Button>
      </div>
      <p>{words.orFile}</p>
      <DropZone
        label={words.file}
        hint={words.fileHint}
        accept=".bib,.csv,.txt,.pdf,application/pdf,text/csv,text/plain"
        // A list that is chosen while another is being taken in would not be heard.
        disabled={pdf.busy || add.busy}
        error={pdf.error}
        onFile={(file) => void take(file)}
      />
      {pdf.percent !== undefined && (
        <ProgressBar percent={pdf.percent} label={words.uploading} note={pdf.note} />
      )}
    </form>
  )
}
