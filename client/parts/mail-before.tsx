import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { previewAbstractMail } from '#shared/mail/desk-contract.ts'
import type { DecisionMode } from './check-decision.ts'
import styles from './mail-frame.module.css'
import { MailFrame } from './mail-frame.tsx'
import { words } from './words.ts'

/** A decision as it stands in its form. */
interface Untaken {
  verdict: DecisionMode
  comments: string
}

/** Reads the mail that a decision would send. */
export type ReadMail = (decision: Untaken) => Promise<AnswerOf<typeof previewAbstractMail>>

interface Props {
  decision: Untaken
  read: ReadMail
}

const whenOf = ({ told, held }: { told: boolean; held: boolean }) => {
  if (!told) return words.mailUntold
  return held ? words.mailHeld : words.mailNow
}

/** The mail that a decision would send, on demand; it goes as soon as the decision is changed, as it would be another. */
export function MailBefore({ decision, read }: Props) {
  const say = useToast()
  const look = useMutation({
    mutationFn: read,
    onError: (error) => say(messageOf(error, words.actionFailed), 'error'),
  })
  const { variables: asked, data: mail } = look
  const isAsTyped = asked?.verdict === decision.verdict && asked.comments === decision.comments
  if (mail === undefined || !isAsTyped) {
    return (
      <p>
        <Button look="quiet" busy={look.isPending} onClick={() => look.mutate(decision)}>
          {words.seeMail}
        </Button>
      </p>
    )
  }
  return (
    <section className={styles.before} aria-label={words.mailBefore}>
      <p>
        {words.mailTo(mail.to.name, mail.to.email)}. {whenOf(mail)}
      </p>
      <MailFrame {...mail} />
    </section>
  )
}
