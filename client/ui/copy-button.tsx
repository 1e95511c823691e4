import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { words } from './words.ts'

const COPIED_MS = 1500

/** Puts a text on the clipboard and says 'Copied' for a second and a half; where that is not allowed it says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(0)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    // Without a secure connection there is no clipboard.
    const clipboard: Clipboard | undefined = Reflect.get(navigator, 'clipboard')
    const done = clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    const isDone = (await done) ?? false
    if (isDone) setCopied((times) => times + 1)
    setRefused(!isDone)
  }
  return (
    <>
      <Button look="secondary" small icon={copied > 0 ? 'check' : 'copy'} onClick={() => void copy()}>
        <span className={styles.label}>{copied > 0 ? words.copied : label}</span>
      </Button>
      <output className={refused ? styles.refused : styles.said}>
        {refused ? words.notCopied : copied > 0 && words.copied}
      </output>
    </>
  )
}
