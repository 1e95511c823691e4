import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { words } from './words.ts'

/** Over an open form: what it decides on is not what was read when it was opened. */
export function ChangedMeanwhile({ onLook }: { onLook: () => void }) {
  return (
    <Message kind="error">
      {words.changedMeanwhile}{' '}
      <Button look="quiet" small onClick={onLook}>
        {words.lookAgain}
      </Button>
    </Message>
  )
}
