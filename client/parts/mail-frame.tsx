import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import styles from './mail-frame.module.css'
import { applyStyles, stylesAside } from './mail-styles.ts'
import { words } from './words.ts'

interface Props {
  subject: string
  text: string
  html: string
  /** The subject stands above it already. */
  isTitled?: boolean
}

/**
 * A mail as a mail program shows it, in a frame as high as the mail; and its plain text. The frame has our origin so
 * that it can be styled and its height read, and runs nothing: neither the sandbox nor the page's policy lets a script in.
 */
export function MailFrame({ subject, text, html, isTitled = false }: Props) {
  const { frame, height, measure } = useHeightOfContent()
  const show = () => {
    const mail = frame.current?.contentDocument
    if (mail) applyStyles(mail)
    measure()
  }
  return (
    <>
      {!isTitled && (
        <p>
          <strong>{subject}</strong>
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        style={{ height }}
        title={subject}
        sandbox="allow-same-origin"
        srcDoc={stylesAside(html)}
        onLoad={show}
      />
      <details>
        <summary>{words.mailAsText}</summary>
        <pre className={styles.plain}>{text}</pre>
      </details>
    </>
  )
}

/** The height that shows a frame's whole content, in CSS pixels, as its width changes; undefined until it is known. */
function useHeightOfContent() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const measure = useCallback(() => {
    const shown = frame.current
    const content = shown?.contentDocument?.documentElement
    if (!shown || !content) return
    const borders = shown.offsetHeight - shown.clientHeight
    setHeight(Math.ceil(content.getBoundingClientRect().height) + borders)
  }, [])
  useLayoutEffect(() => {
    if (frame.current === null) return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [measure])
  return { frame, height, measure }
}
