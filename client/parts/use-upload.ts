import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#client/api/api-error.ts'
import { onSessionBack } from '#client/api/session.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { progressNote } from './progress-note.ts'
import { words } from './words.ts'

interface Setup<Answer> {
  send: (
    file: File,
    options: { onProgress: (percent: number) => void; signal: AbortSignal },
  ) => Promise<Answer>
  done: (answer: Answer) => void
  /** portal.md §8: 'Submit failed' for abstracts, 'Upload failed' for papers. */
  fallback: string
}

/**
 * One upload at a time: its progress, its cancelling, its failure with the file kept for another try. Leaving the
 * page meanwhile asks first.
 */
export function useUpload<Answer>({ send, done, fallback }: Setup<Answer>) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const [note, setNote] = useState<string>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController | null>(null)
  const needsLogIn = useRef(false)
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
    const onProgress = (now: number) => {
      setPercent(now)
      setNote(progressNote(now, file.size, performance.now() - startedAt, words))
    }
    try {
      const answer = await send(file, { onProgress, signal: controller.signal })
      // First what follows: what the lists then say must not take this screen away under it. It arrived: whoever
      // leaves now is not asked.
      setPercent(undefined)
      done(answer)
      await client.invalidateQueries()
    } catch (failure) {
      needsLogIn.current = failure instanceof ApiError && failure.status === 401
      if (!controller.signal.aborted) setError(messageOf(failure, fallback || words.uploadFailed))
    } finally {
      running.current = null
      setPercent(undefined)
      setNote(undefined)
    }
  }
  return { percent, note, busy, error, setError, start, cancel: () => running.current?.abort() }
}
