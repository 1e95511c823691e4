import { useId, useState } from 'react'
import { isStale } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import type { SubmissionText } from '#shared/submissions/text-contract.ts'
import styles from './author.module.css'
import { saveSubmissionText } from './calls.ts'
import { detailsWords as words } from './details-words.ts'

interface FormProps {
  abstractId: string
  /** As it was when the form opened: another text that comes meanwhile is not overwritten. */
  found: SubmissionText
  onClose: () => void
}

/** Puts the text right; what another window saved meanwhile is shown, never overwritten unseen. */
export function TextForm({ abstractId, found, onClose }: FormProps) {
  const id = useId()
  const [over, setOver] = useState(found.text)
  const [text, setText] = useState(found.text)
  const [newer, setNewer] = useState<string>()
  const save = useDeed({
    run: async (typedOver: string) => {
      setNewer(undefined)
      try {
        return await call(saveSubmissionText, { params: { abstractId }, body: { text, over: typedOver } })
      } catch (error) {
        setNewer(newerIn(error))
        throw error
      }
    },
    fallback: words.saveFailed,
    inPlace: true,
    done: ({ message }) => message,
    after: onClose,
  })
  useAskBeforeLosing(text !== over)
  return (
    <form
      className={styles.text}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.start(over)
      }}
    >
      <TextArea
        id={id}
        name="text"
        label={words.textLabel}
        error={save.problem}
        value={text}
        onValue={setText}
        rows={10}
      />
      {newer !== undefined && (
        <NewerText
          text={newer}
          onMine={() => {
            setOver(newer)
            save.start(newer)
          }}
          onTheirs={() => {
            setOver(newer)
            setText(newer)
            setNewer(undefined)
            save.forget()
          }}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.busy}>
          {words.save}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

interface NewerProps {
  text: string
  onMine: () => void
  onTheirs: () => void
}

/** The text that was saved meanwhile, and the choice between it and what is typed. */
function NewerText({ text, onMine, onTheirs }: NewerProps) {
  return (
    <section aria-label={words.theirs}>
      <p>{words.theirs}:</p>
      <blockquote className={styles.read}>{text}</blockquote>
      <div className={styles.buttons}>
        <Button look="secondary" onClick={onMine}>
          {words.keepMine}
        </Button>
        <Button look="secondary" onClick={onTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </section>
  )
}

/** The newer text that a refusal carries. */
function newerIn(error: unknown): string | undefined {
  if (!isStale(error)) return undefined
  // The refusal's details are what the contract promises of them; the server's tests hold it to that.
  return (error.data as { details: { text: string } }).details.text
}
