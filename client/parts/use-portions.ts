import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { sendPortions } from '#shared/core/send-portions.ts'

interface Portions<Item, Outcome> {
  /** Items of the first call, and the least of the others but the last. */
  size: number
  /** The most items of a call; none said: all calls take `size`. */
  most?: number
  /** How many calls may be under way at once; none said: one. */
  atOnce?: number
  /** What an item is about, where calls may be under way together: items about the same thing keep their order. */
  keysOf?: (item: Item) => readonly string[]
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
export function usePortions<Item, Outcome>({
  size,
  most = size,
  atOnce = 1,
  keysOf = () => [],
  keyOf,
  send,
  onDone,
  words,
}: Portions<Item, Outcome>) {
  const client = useQueryClient()
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [before, setBefore] = useState<ReadonlyMap<string | number, Outcome>>(new Map())
  // A second click may come before `percent` is drawn.
  const running = useRef(false)
  useAskBeforeLeaving(percent === undefined ? undefined : words.leave)

  const apply = async (all: readonly Item[]) => {
    if (running.current) return
    running.current = true
    const done = new Map(before)
    const open = all.filter((item) => !done.has(keyOf(item)))
    setProblem(undefined)
    setPercent(0)
    try {
      let sent = 0
      await sendPortions(open, { least: size, most, atOnce, keysOf }, async (portion) => {
        const outcomes = await send(portion)
        for (const [at, item] of portion.entries()) {
          const outcome = outcomes[at]
          if (outcome !== undefined) done.set(keyOf(item), outcome)
        }
        sent += portion.length
        setPercent(Math.floor((sent / open.length) * 100))
      })
      await client.invalidateQueries()
      onDone([...done.values()])
    } catch (error) {
      setBefore(done)
      const said = messageOf(error, words.failed)
      setProblem(done.size === 0 ? said : `${said} ${words.interrupted(done.size, all.length)}`)
    } finally {
      running.current = false
      setPercent(undefined)
    }
  }
  return { percent, problem, apply }
}
