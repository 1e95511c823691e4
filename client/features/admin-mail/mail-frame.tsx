import styles from './admin-mail.module.css'
import { words } from './words.ts'

/** A mail as a mail program shows it, in a frame that runs nothing and leads nowhere; and its plain text. */
export function MailFrame({ subject, text, html }: { subject: string; text: string; html: string }) {
  return (
    <>
      <p>
        <strong>{subject}</strong>
      </p>
      <iframe className={styles.frame} title={subject} sandbox="" srcDoc={html} />
      <details>
        <summary>{words.asText}</summary>
        <pre className={styles.plain}>{text}</pre>
      </details>
    </>
  )
}
