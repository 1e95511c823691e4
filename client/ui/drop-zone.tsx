import { type DragEvent, useEffect, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './drop-zone.module.css'
import { Icon } from './icon.tsx'
import { words } from './words.ts'

interface Props {
  /** What files are taken, in words: 'Supported format: PDF'. */
  hint: string
  /** How large it may be, in words. */
  limit?: string | undefined
  /** The same for the browser's chooser: '.pdf,application/pdf'. */
  accept: string
  /** What is chosen, for screen readers: 'Abstract file'. */
  label: string
  onFile: (file: File) => void
  disabled?: boolean
  /** The problem with what was chosen. */
  error?: string | undefined
}

/** Takes one file by drop, by mouse or by keyboard. Checks nothing: that is the screen's. */
export function DropZone({ hint, limit, accept, label, onFile, disabled = false, error }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.item(0)
    if (file && !disabled) onFile(file)
  }
  useEffect(keepBesideDrops, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the input in it is everybody's
    <div
      className={classNames(styles.zone, over && styles.over)}
      data-invalid={error !== undefined || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <Icon name="upload" />
      <p>
        {words.dropHere}
        <label className={styles.browse}>
          {words.browse}
          <input
            type="file"
            accept={accept}
            aria-label={`${label}: ${words.browse}`}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
            aria-invalid={error !== undefined || undefined}
            disabled={disabled}
            onChange={(event) => {
              take(event.target.files)
              // So that the same file can be chosen again after it was removed.
              event.target.value = ''
            }}
          />
        </label>
      </p>
      <div className={styles.hint} id={`${id}-hint`}>
        <p>{hint}</p>
        {limit && <p>{limit}</p>}
      </div>
    </div>
  )
}

/** A file dropped beside the zone would be opened in place of the page, and everything on it lost. */
function keepBesideDrops(): () => void {
  const ignore = (event: Event) => event.preventDefault()
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
  return () => {
    window.removeEventListener('dragover', ignore)
    window.removeEventListener('drop', ignore)
  }
}
