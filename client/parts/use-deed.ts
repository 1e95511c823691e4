import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isTooLate, messageOf } from '#client/api/api-error.ts'
import { useToast } from '#client/ui/use-toast.ts'

interface Deed<Given, Answer> {
  run: (given: Given) => Promise<Answer>
  /** Said when the server has no words of its own. */
  fallback: string
  /** Said when it went well; the server's message unless told. */
  done?: (answer: Answer) => string
  after?: (answer: Answer) => void
  /** Done when it failed; where what is shown does not stand any more, every list is read anew then too. */
  failed?: (error: unknown) => void
  /** A failure is shown where it was asked for, by `problem`, instead of at the foot of the window. */
  inPlace?: boolean
}

/**
 * Something that changes the server's state: says how it went, and lets every list on the page be read anew. Repeat
 * clicks while it runs are ignored, the second of a double click too.
 */
export function useDeed<Given, Answer>(deed: Deed<Given, Answer>) {
  const { run, fallback, done, after, failed, inPlace = false } = deed
  const client = useQueryClient()
  const say = useToast()
  // Not the mutation's own state: a second click may come before that is drawn.
  const running = useRef(false)
  const [isForgotten, setForgotten] = useState(false)
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: async (answer) => {
      if (done !== undefined) say(done(answer))
      after?.(answer)
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (!inPlace) say(messageOf(error, fallback), 'error')
      if (failed === undefined) return
      failed(error)
      if (isTooLate(error)) await client.invalidateQueries()
    },
    onSettled: () => {
      running.current = false
    },
  })
  return {
    busy: mutation.isPending,
    /** Why it failed, until it is tried again or `forget` is called. */
    problem: mutation.error === null || isForgotten ? undefined : messageOf(mutation.error, fallback),
    // What still runs is not let go of: until it is over a button that would be ignored says so.
    forget: () => setForgotten(true),
    start: (given: Given) => {
      if (running.current) return
      running.current = true
      setForgotten(false)
      mutation.mutate(given)
    },
  }
}
