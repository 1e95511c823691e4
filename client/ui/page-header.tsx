import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './page-header.module.css'
import { usePageTitle } from './page-title.ts'
import { whole } from './whole.tsx'

let isFirstView = true

interface Props {
  title: string
  /** What the document is called, where the heading alone does not say what the view is. */
  documentTitle?: string | undefined
  /** Only stands in for the heading that comes with the view's data: the focus waits for that. */
  provisional?: boolean
  /** A line above the title: where this belongs. */
  eyebrow?: ReactNode
  /** A sentence below it. */
  lead?: ReactNode
  /** Buttons beside it. */
  actions?: ReactNode
  /** The link or button that leads back, above it. */
  back?: ReactNode
}

/**
 * A view's heading. It titles the document and, when the view opens, takes the focus, so that a screen reader says
 * where one is; not on the first view after loading the page. Each view renders its own.
 */
export function PageHeader({
  title,
  documentTitle = title,
  provisional = false,
  eyebrow,
  lead,
  actions,
  back,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(documentTitle)
  // Before the view is seen: a key pressed at once already starts from the heading.
  useLayoutEffect(() => {
    if (provisional) return
    if (isFirstView) isFirstView = false
    else heading.current?.focus({ preventScroll: true })
  }, [provisional])
  return (
    <header className={styles.header}>
      {back && (
        <div className={styles.back}>
          <Icon name="arrow-left" />
          {back}
        </div>
      )}
      <div className={styles.row}>
        <div>
          {eyebrow && <p className={styles.eyebrow}>{whole(eyebrow)}</p>}
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {whole(title)}
          </h1>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lead && <p className={styles.lead}>{whole(lead)}</p>}
    </header>
  )
}
