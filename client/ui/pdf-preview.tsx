import { Icon } from './icon.tsx'
import styles from './pdf-preview.module.css'
import { words } from './words.ts'

interface Props {
  /** A link that works without a header, or nothing when there is no preview. */
  url: string | null | undefined
  /** What it is, for screen readers: the paper's id. */
  title: string
  /** The words of the link for browsers that show no PDF in a page. */
  openLabel: string
}

/** A PDF in the page, fitted to it (portal.md §2, §9). Never sandboxed: that leaves it blank in Chromium. */
export function PdfPreview({ url, title, openLabel }: Props) {
  if (!url) return <p className={styles.none}>{words.noPreview}</p>
  return (
    <div className={styles.preview}>
      <iframe className={styles.frame} src={`${url}#zoom=page-fit`} title={title} />
      <a className={styles.open} href={url} target="_blank" rel="noreferrer">
        {openLabel}
        <Icon name="external" />
      </a>
    </div>
  )
}
