import { answerEach } from '#server/core/lasting-helper.ts'
import { type Digests, digesting, type ToDigest } from './digests.ts'

/** A file that has begun, and whoever waits for its end. */
interface Begun {
  digests: ReturnType<typeof digesting>
  tell: (digests: Digests | undefined) => void
}

const begun = new Map<number, Begun>()

// The thread that digests large files while they arrive: digests.ts alone starts it.
answerEach<ToDigest, Digests | undefined>((asked) => {
  if ('begin' in asked) return new Promise((tell) => begun.set(asked.begin, { digests: digesting(), tell }))
  if ('of' in asked) begun.get(asked.of)?.digests.add(asked.bytes)
  else {
    const file = begun.get(asked.end)
    begun.delete(asked.end)
    file?.tell(asked.wanted ? file.digests.done() : undefined)
  }
  return undefined
})
