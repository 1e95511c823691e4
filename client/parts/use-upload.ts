import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, endsKey, isArriving, isStale, mayBeTriedAgain, messageOf } from '#client/api/api-error.ts'
import { newKey } from '#client/api/new-key.ts'
import { onSessionBack } from '#client/api/session.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { progressNote } from './progress-note.ts'
import { words } from './words.ts'

export interface SendOptions {
  onProgress: (percent: number) => void
  signal: AbortSignal
  idempotencyKey: string
}

interface Setup<Answer> {
  send: (file: File, options: SendOptions) => Promise<Answer>
  done: (answer: Answer) => void
  /** portal.md §8: 'Submit failed' for abstracts, 'Upload failed' for papers. */
  fallback: string
  /** It was refused because what it is for has changed; that is read anew by now, unless that failed. */
  changed?: (() => void) | undefined
}

/**
 * One upload at a time: its progress, its cancelling, its failure with the file kept for another try. Leaving the
 * page meanwhile asks first. A file that may have arrived although no answer did is not submitted twice when it is sent again.
 */
export function useUpload<Answer>({ send, done, fallback, changed }: Setup<Answer>) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const [note, setNote] = useState<string>()
  const [error, setError] = useState<string>()
  const [helps, setHelps] = useState<Help>()
  const running = useRef<AbortController | null>(null)
  const needsLogIn = useRef(false)
  const unsure = useRef<Sent>(undefined)
  const busy = percent !== undefined

  // Whoever has logged in again is not told to log in.
  useEffect(
    () =>
      onSessionBack(() => {
        if (needsLogIn.current) setError(undefined)
      }),
    [],
  )
  useAskBeforeLeaving(busy ? words.leaveUpload : undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    if (running.current !== null) return
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setPercent(0)
    const startedAt = performance.now()
    let mayHaveArrived = false
    const key = keyFor(file, unsure.current)
    unsure.current = { file, key }
    const onProgress = (now: number) => {
      setPercent(now)
      setNote(progressNote(now, file.size, performance.now() - startedAt, words))
    }
    try {
      const answer = await send(file, { onProgress, signal: controller.signal, idempotencyKey: key })
      unsure.current = undefined
      // First what follows: what the lists then say must not take this screen away under it. It arrived: whoever
      // leaves now is not asked.
      setPercent(undefined)
      done(answer)
      await client.invalidateQueries()
    } catch (failure) {
      needsLogIn.current = failure instanceof ApiError && failure.status === 401
      const { said, isKnown } = outcomeOf(failure)
      if (endsKey(failure)) unsure.current = undefined
      mayHaveArrived = !isKnown
      if (isStale(failure)) {
        await client.invalidateQueries()
        changed?.()
      }
      setHelps(helpAfter(failure))
      if (!controller.signal.aborted) setError(said ?? messageOf(failure, fallback || words.uploadFailed))
    } finally {
      running.current = null
      setPercent(undefined)
      setNote(undefined)
    }
    if (mayHaveArrived) await client.invalidateQueries()
  }
  return { percent, note, busy, error, helps, setError, start, cancel: () => running.current?.abort() }
}

/** What can be done about a failed try: send the file again, or another one. */
type Help = 'again' | 'other'

/** The statuses of a refusal for the file itself: too large, not a PDF, locked or broken. */
const FOR_THE_FILE = [413, 415, 422]

/** What helps after a failed try; nothing where no file is taken any more, as after the deadline. */
export function helpAfter(failure: unknown): Help | undefined {
  if (!(failure instanceof ApiError)) return 'again'
  if (FOR_THE_FILE.includes(failure.status)) return 'other'
  const isOver = failure.status === 409 && !isArriving(failure)
  return mayBeTriedAgain(failure) && !isOver ? 'again' : undefined
}

/** What was sent and is not known to have arrived, with its key for the next try. */
interface Sent {
  file: File
  key: string
}

/** The key of a try: the same for the same file, which is another object where it was chosen once more. */
function keyFor({ name, size, lastModified }: File, before: Sent | undefined): string {
  const isSame =
    before?.file.name === name && before.file.size === size && before.file.lastModified === lastModified
  return isSame ? before.key : newKey()
}

/** Whether it is known that a failed try did not arrive, as of a refusal; what is said of it, where not what the server says. */
function outcomeOf(failure: unknown): { isKnown: boolean; said?: string } {
  if (!(failure instanceof ApiError)) return { isKnown: false }
  if (isArriving(failure)) return { isKnown: false, said: words.stillArriving }
  return { isKnown: failure.status >= 400 && failure.status < 500 }
}
