import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import type { PdfReader } from './pdf/pdf-reader.tsx'
import styles from './pdf-preview.module.css'
import { Skeleton } from './skeleton.tsx'
import { words } from './words.ts'

interface Props {
  /** A link that works without a header; null when there is no preview, undefined until that is known. */
  url: string | null | undefined
  /** Asks for another link when this one has ended; null when there is none any more. */
  renew?: () => Promise<string | null>
  /** What it is, for screen readers: the paper's id. */
  title: string
  /** Why there is nothing to read, where there is no link; nothing: that there is none. */
  missing?: string | undefined
  /** The words of the link to the browser's own reader. */
  openLabel: string
}

/**
 * A PDF in the page, fitted to it (portal.md §2, §9). The reader is our own, because phones show nothing or one page in
 * a frame; it is loaded where a paper is read. The link beside it opens the browser's.
 */
export function PdfPreview({ url: newest, renew, title, missing = words.noPreview, openLabel }: Props) {
  const url = useFirst(newest, title)
  const [failedUrl, setFailedUrl] = useState<string>()
  const code = useReaderCode()
  const fail = useCallback(() => setFailedUrl(url ?? undefined), [url])
  if (url === undefined)
    return (
      <div className={styles.frame}>
        <Skeleton lines={6} />
      </div>
    )
  if (url === null) return <p className={styles.none}>{missing}</p>
  return (
    <div className={styles.preview}>
      <div className={styles.frame} data-no-print>
        {failedUrl === url || code === 'failed' ? (
          <p className={styles.none}>{words.noPreview}</p>
        ) : code === undefined ? (
          <Skeleton lines={6} />
        ) : (
          <code.Reader key={url} url={url} renew={renew} title={title} onFailed={fail} />
        )}
      </div>
      <a className={styles.open} href={`${newest ?? url}#zoom=page-fit`} target="_blank" rel="noreferrer">
        {openLabel}
        <Icon name="external" />
      </a>
    </div>
  )
}

/** The first link to a document: a newer one to the same must not load it anew under the reader's eyes. */
function useFirst(url: string | null | undefined, title: string): string | null | undefined {
  const [first, setFirst] = useState({ url, title })
  if (first.title === title && first.url) return first.url
  if (first.title !== title || first.url !== url) setFirst({ url, title })
  return url
}

interface Code {
  Reader: ComponentType<Parameters<typeof PdfReader>[0]>
}

/** The reader's code, once it came. */
function useReaderCode(): Code | 'failed' | undefined {
  const [code, setCode] = useState<Code | 'failed'>()
  useEffect(() => {
    import('./pdf/pdf-reader.tsx').then(
      ({ PdfReader: Reader }) => setCode({ Reader }),
      () => setCode('failed'),
    )
  }, [])
  return code
}
