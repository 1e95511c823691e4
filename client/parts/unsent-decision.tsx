import { type ReactNode, useId } from 'react'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Message } from '#client/ui/message.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import styles from './decision-form.module.css'
import { words } from './words.ts'

/** A text that came too late, with the reason; it can still be copied. */
export function UnsentDecision({ why, text }: { why: string | undefined; text: string }) {
  return (
    <TextToCopy text={text}>
      <Message kind="error">
        {why} {words.notSent}
      </Message>
    </TextToCopy>
  )
}

/** A text that cannot be sent, under what is said of it. */
export function TextToCopy({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.form}>
      {children}
      <TextArea id={id} name="unsent" label={words.yourText} value={text} rows={6} />
      <p>
        <CopyButton text={text} label={words.copyText} />
      </p>
    </div>
  )
}
