import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { useMe } from '#client/api/me.ts'
import { newKey } from '#client/api/new-key.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import type { ManyRow } from '#shared/core/many.ts'
import { type Begun, type Chosen, forgetBegun, keepBegun, readBegun } from './record.ts'
import { words } from './words.ts'

/** As many a call: enough to be quick, few enough that the progress is true and a lost answer is soon had again. */
const AT_ONCE = 10

interface Deed<Item, Given> {
  /** Its name in local storage. */
  kind: string
  /** Does it to some; the same key again answers what was done. */
  send: (items: readonly Item[], given: Given, idempotencyKey: string) => Promise<{ rows: ManyRow[] }>
}

/** A deed done to many entries, some at a time: how far it is, and the ways to begin it, go on, and forget it. */
export interface Many<Item extends Chosen, Given> {
  /** What was begun and not yet put away, also before this page was loaded. */
  begun: Begun<Item, Given> | undefined
  isRunning: boolean
  /** Why it stopped. */
  problem: string | undefined
  start: (items: readonly Item[], given: Given) => void
  goOn: () => void
  forget: () => void
}

/** Runs a deed over many entries, a few a call; what one call could not do is known by its rows, the rest goes on. */
export function useMany<Item extends Chosen, Given>(deed: Deed<Item, Given>): Many<Item, Given> {
  const { kind } = deed
  const by = useMe()?.id
  const client = useQueryClient()
  const [begun, setBegun] = useState(() => readBegun<Item, Given>(kind, by))
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Not what is drawn: a second click may come before that.
  const running = useRef(false)
  const isKept = useRef(begun !== undefined)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useAskBeforeLeaving(isRunning ? words.leave : undefined)

  const keep = (next: Begun<Item, Given>) => {
    isKept.current = keepBegun(kind, next)
    setBegun(next)
  }
  const work = async (from: Begun<Item, Given>, told: (done: number) => void) => {
    let at = from
    while (at.rows.length < at.items.length && isHere.current) {
      const some = at.items.slice(at.rows.length, at.rows.length + AT_ONCE)
      const { rows } = await deed.send(some, at.given, at.key)
      at = { ...at, rows: [...at.rows, ...named(rows, some)], key: newKey() }
      keep(at)
      told(at.rows.length)
    }
  }
  const run = async (from: Begun<Item, Given>) => {
    let done = 0
    running.current = true
    setProblem(undefined)
    setRunning(true)
    try {
      await alone(kind, async () => {
        const kept = readBegun<Item, Given>(kind, by)
        const at = kept?.id === from.id ? kept : from
        if (kept !== undefined && kept !== at && isUnfinished(kept)) {
          setBegun(kept)
          throw new Elsewhere(words.another)
        }
        // It was kept, and is no more.
        if (kept !== at && isKept.current && from.id === begun?.id) {
          setBegun(undefined)
          throw new Elsewhere(words.ended)
        }
        keep(at)
        done = at.rows.length
        await work(at, (count) => (done = count))
      })
    } catch (error) {
      setProblem(error instanceof Elsewhere ? error.message : messageOf(error, words.interrupted(done)))
    } finally {
      running.current = false
      setRunning(false)
      await client.invalidateQueries()
    }
  }
  return {
    begun,
    isRunning,
    problem,
    start: (items, given) => {
      if (running.current || by === undefined) return
      void run({ by, id: newKey(), items, given, rows: [], key: newKey() })
    },
    goOn: () => {
      if (!running.current && begun !== undefined) void run(begun)
    },
    forget: () => {
      if (begun !== undefined) forgetBegun(kind, begun)
      setBegun(undefined)
      setProblem(undefined)
    },
  }
}

const isUnfinished = ({ items, rows }: Begun<Chosen, unknown>) => rows.length < items.length

/** Rows keep the name that the list gave them where the server has none. */
function named(rows: readonly ManyRow[], items: readonly Chosen[]): ManyRow[] {
  return rows.map((row, index) => ({ ...row, name: items[index]?.name ?? row.name }))
}

/** Another tab does it, or did not finish it; the message is for whoever asked. */
class Elsewhere extends Error {}

/** Two tabs never do the same deed at once, nor does one take the place of what the other has begun. */
async function alone(kind: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  if (locks === undefined) return work()
  await locks.request(`many:${kind}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) throw new Elsewhere(words.elsewhere)
    await work()
  })
}
