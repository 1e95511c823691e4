import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import styles from './admin-mail.module.css'
import type { NewerText } from './use-revision.ts'
import { words } from './words.ts'

interface Props {
  text: NewerText
  onTake: (text: NewerText) => void
  onKeep: () => void
}

/** What somebody else saved meanwhile, to take or to write over. */
export function Newer({ text, onTake, onKeep }: Props) {
  return (
    <Message kind="error">
      <p>{words.stale}</p>
      <p>
        <strong>{text.subject}</strong>
      </p>
      <pre className={styles.plain}>{text.body}</pre>
      <p className={styles.buttons}>
        <Button look="secondary" small onClick={() => onTake(text)}>
          {words.takeTheirs}
        </Button>
        <Button look="secondary" small onClick={onKeep}>
          {words.keepMine}
        </Button>
      </p>
    </Message>
  )
}
