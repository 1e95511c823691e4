import { mayBeTriedAgain, messageOf } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import styles from './load-failure.module.css'
import { words } from './words.ts'

/** Something that is read: why that failed, and how to read it again. */
export interface Reading {
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Says that something could not be read, and offers another try where that can help. `failed` is said where the server has no words. */
export function LoadFailure({ reading, failed }: { reading: Reading; failed: string }) {
  return (
    <div className={styles.failure}>
      <Message kind="error">{messageOf(reading.error, failed)}</Message>
      {mayBeTriedAgain(reading.error) && (
        <Button
          look="secondary"
          icon="refresh"
          busy={reading.isFetching}
          onClick={() => void reading.refetch()}
        >
          {words.tryAgain}
        </Button>
      )}
    </div>
  )
}
