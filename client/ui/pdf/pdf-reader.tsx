import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { words } from '../words.ts'
import styles from './pdf-reader.module.css'
import { type Found, useReader } from './use-reader.ts'

interface Props {
  url: string
  renew?: (() => Promise<string | null>) | undefined
  title: string
  onFailed: () => void
}

/** A PDF with the few tools that reading needs: pages, size, search. All by keyboard. */
export function PdfReader({ url, renew, title, onFailed }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const reader = useReader(container, { url, renew })
  const { state } = reader
  useEffect(() => {
    if (state === 'failed') onFailed()
  }, [state, onFailed])
  return (
    <section className={styles.reader} aria-label={title} aria-busy={state === 'loading' || undefined}>
      <div className={styles.tools}>
        <IconButton
          small
          icon="chevron-left"
          label={words.pdf.previous}
          disabled={reader.page <= 1}
          onClick={() => reader.goTo(reader.page - 1)}
        />
        <PageField page={reader.page} pages={reader.pages} goTo={reader.goTo} />
        <IconButton
          small
          icon="chevron-right"
          label={words.pdf.next}
          disabled={reader.page >= reader.pages}
          onClick={() => reader.goTo(reader.page + 1)}
        />
        <IconButton small icon="minus" label={words.pdf.zoomOut} onClick={reader.zoomOut} />
        <IconButton small icon="plus" label={words.pdf.zoomIn} onClick={reader.zoomIn} />
        <IconButton small icon="fit-page" label={words.pdf.fitPage} onClick={reader.fitPage} />
        <IconButton small icon="fit-width" label={words.pdf.fitWidth} onClick={reader.fitWidth} />
        <FindField find={reader.find} found={reader.found} />
      </div>
      <div className={styles.stage}>
        <div className={styles.pages} ref={container} role="document" aria-label={title}>
          <div className="pdfViewer" />
        </div>
      </div>
    </section>
  )
}

function PageField({ page, pages, goTo }: { page: number; pages: number; goTo: (page: number) => void }) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed !== undefined) goTo(Number(typed))
    setTyped(undefined)
  }
  return (
    <form className={styles.field} onSubmit={submit}>
      <label htmlFor={id}>{words.pdf.page}</label>
      <input
        id={id}
        className={styles.number}
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <span>{words.pdf.of(pages)}</span>
    </form>
  )
}

interface FindProps {
  find: (text: string, backwards: boolean) => void
  found: Found | undefined
}

/** Enter goes to the next place, with Shift to the one before; so do the two buttons. */
function FindField({ find, found }: FindProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const wanted = text.trim()
  const go = (backwards: boolean) => {
    if (wanted === '') return
    setAsked(wanted)
    find(wanted, backwards)
  }
  const isAsked = asked !== '' && asked === wanted
  return (
    <search className={styles.field}>
      <input
        className={styles.find}
        type="search"
        aria-label={words.pdf.find}
        placeholder={words.pdf.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey)
        }}
      />
      {isAsked && (
        <>
          <IconButton small icon="chevron-left" label={words.pdf.findPrevious} onClick={() => go(true)} />
          <IconButton small icon="chevron-right" label={words.pdf.findNext} onClick={() => go(false)} />
        </>
      )}
      <output>{isAsked && found && words.pdf.found(found.current, found.total)}</output>
    </search>
  )
}
