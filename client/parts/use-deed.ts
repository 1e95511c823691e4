import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#client/api/api-error.ts'
import { useToast } from '#client/ui/use-toast.ts'

interface Deed<Given, Answer> {
  run: (given: Given) => Promise<Answer>
  /** Said when the server has no words of its own. */
  fallback: string
  /** Said when it went well; the server's message unless told. */
  done?: (answer: Answer) => string
  after?: (answer: Answer) => void
}

/**
 * Something that changes the server's state: says how it went, and lets every list on the page be read anew. Repeat
 * clicks while it runs are ignored.
 */
export function useDeed<Given, Answer>({ run, fallback, done, after }: Deed<Given, Answer>) {
  const client = useQueryClient()
  const say = useToast()
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: async (answer) => {
      if (done !== undefined) say(done(answer))
      after?.(answer)
      await client.invalidateQueries()
    },
    onError: (error) => say(messageOf(error, fallback), 'error'),
  })
  return {
    busy: mutation.isPending,
    start: (given: Given) => {
      if (!mutation.isPending) mutation.mutate(given)
    },
  }
}
