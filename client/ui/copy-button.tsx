import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { words } from './words.ts'

const COPIED_MS = 1500

/** Puts a text on the clipboard and says 'Copied' for a second and a half. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => {
    // Without a secure connection there is no clipboard; the text stays selectable on the page.
    navigator.clipboard?.writeText(text).then(
      () => setCopied((times) => times + 1),
      () => undefined,
    )
  }
  return (
    <>
      <Button look="secondary" small icon={copied > 0 ? 'check' : 'copy'} onClick={copy}>
        <span className={styles.label}>{copied > 0 ? words.copied : label}</span>
      </Button>
      <output className={styles.said}>{copied > 0 && words.copied}</output>
    </>
  )
}
