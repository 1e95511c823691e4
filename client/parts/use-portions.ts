import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'

interface Portions<Item, Outcome> {
  /** Items a call. */
  size: number
  keyOf: (item: Item) => string | number
  /** Does some of them; gives what became of each, in their order. */
  send: (items: readonly Item[]) => Promise<readonly Outcome[]>
  onDone: (outcomes: Outcome[]) => void
  words: {
    /** Asked before the page is left meanwhile. */
    leave: string
    failed: string
    interrupted: (done: number, all: number) => string
  }
}

/**
 * Does many things in portions, with its progress in percent. After a failure the same items can be given again: what was
 * done is not sent twice, and a portion whose answer was lost changes nothing when it comes again.
 */
export function usePortions<Item, Outcome>({ size, keyOf, send, onDone, words }: Portions<Item, Outcome>) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [before, setBefore] = useState<ReadonlyMap<string | number, Outcome>>(new Map())
  useAskBeforeLeaving(percent === undefined ? undefined : words.leave)

  const apply = async (all: readonly Item[]) => {
    const done = new Map(before)
    const open = all.filter((item) => !done.has(keyOf(item)))
    setProblem(undefined)
    setPercent(0)
    try {
      for (let from = 0; from < open.length; from += size) {
        const portion = open.slice(from, from + size)
        const outcomes = await send(portion)
        for (const [at, item] of portion.entries()) {
          const outcome = outcomes[at]
          if (outcome !== undefined) done.set(keyOf(item), outcome)
        }
        setPercent(Math.floor(((from + portion.length) / open.length) * 100))
      }
      await client.invalidateQueries()
      onDone([...done.values()])
    } catch (error) {
      setBefore(done)
      const said = messageOf(error, words.failed)
      setProblem(done.size === 0 ? said : `${said} ${words.interrupted(done.size, all.length)}`)
    } finally {
      setPercent(undefined)
    }
  }
  return { percent, problem, apply }
}
