import { ApiError, isStale, isTooLate, mayBeTriedAgain, messageOf } from '#client/api/api-error.ts'
import { isTokenFresh } from '#client/api/session.ts'
import type { TypedDecision } from '#client/parts/decision-form.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'

/** A newer text that another window saved. */
export interface NewerDraft extends TypedDecision {
  revision: number
  /** When, where that is said. */
  updatedAt?: Timestamp
}

export interface DraftStatus {
  state: 'idle' | 'saving' | 'saved' | 'failed'
  savedAt: Timestamp | undefined
  newer: NewerDraft | undefined
  /** Why it was refused for good, in the server's words. */
  why?: string | undefined
}

interface Given {
  revision: number
  savedAt: Timestamp | undefined
  /** Saves it over a revision. `keepalive`: it arrives though the page is left meanwhile. */
  send: (
    typed: TypedDecision,
    revision: number,
    keepalive: boolean,
  ) => Promise<{ revision: number; updatedAt: Timestamp }>
  /** Told whenever something changed. */
  tell: (status: DraftStatus) => void
  /** Called when there is nothing to decide any more. */
  onTooLate: () => void
}

/** A saving waits for a rest of the keys … */
const REST_MS = 600
/** … but never longer than this after the first key that is not saved. */
const LONGEST_MS = 900
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000
/** About ten minutes; then the next key, the network's return or the next log-in start it again. */
const RETRIES = 14
/** A browser sends at most 64 KB after a page is left (Fetch, "keepalive"); two savings may be on the way. */
const AFTER_LEAVING_BYTES = 30_000

/**
 * Saves a review as it is typed (decisions.md §6): after a short rest, and while somebody goes on typing at least once a
 * second. What fails is tried again; a stale window never overwrites, it learns the newer text.
 */
export function draftSaver({ revision, savedAt, send, tell, onTooLate }: Given) {
  let status: DraftStatus = { state: 'idle', savedAt, newer: undefined }
  /** Typed and not sent. */
  let waiting: TypedDecision | undefined
  let waitingSince = 0
  let underWay: TypedDecision | undefined
  let saving: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  /** The review is being submitted: nothing is saved and nothing would be lost. */
  let isStopped = false

  const change = (to: Partial<DraftStatus>) => {
    status = { ...status, ...to }
    tell(status)
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }
  const wait = (typed: TypedDecision) => {
    if (waiting === undefined) waitingSince = Date.now()
    waiting = typed
  }
  const left = (longest: number) => Math.max(0, Math.min(longest, waitingSince + LONGEST_MS - Date.now()))

  const save = async () => {
    if (waiting === undefined || underWay !== undefined || isStopped || status.newer !== undefined)
      return saving
    clearTimeout(timer)
    underWay = waiting
    waiting = undefined
    // A failure stays said until it is mended.
    if (status.state !== 'failed') change({ state: 'saving' })
    saving = settle(underWay)
    return saving
  }
  const settle = async (typed: TypedDecision) => {
    try {
      const saved = await send(typed, revision, goesAfterLeaving(typed))
      underWay = undefined
      tries = 0
      revision = saved.revision
      change({ state: waiting === undefined ? 'saved' : 'idle', savedAt: saved.updatedAt, why: undefined })
      if (waiting !== undefined) plan(left(REST_MS))
    } catch (error) {
      underWay = undefined
      fail(typed, error)
    }
  }
  const fail = (typed: TypedDecision, error: unknown) => {
    const newer = newerIn(error)
    if (newer === undefined && isTooLate(error)) {
      waiting = undefined
      onTooLate()
    } else if (newer === undefined) {
      waiting ??= typed
      if (!isStopped && mayBeTriedAgain(error) && !isLogInNeeded(error) && tries < RETRIES) {
        plan(Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS))
        tries += 1
      }
    }
    change({ state: 'failed', newer, why: refusalIn(error) })
  }

  return {
    typed: (typed: TypedDecision) => {
      wait(typed)
      tries = 0
      isStopped = false
      // What was saved is not what stands there now.
      if (status.state !== 'failed') change({ state: 'idle' })
      plan(left(REST_MS))
    },
    /** Saves now what is not saved; settles when that went well or failed. */
    flush: async () => {
      await saving
      await save()
    },
    /** The page goes: sends what is left without waiting for what is on the way, over the revision that one makes. */
    leave: () => {
      if (underWay === undefined) return void save()
      const last = waiting
      if (last === undefined || isStopped || status.newer !== undefined) return
      clearTimeout(timer)
      waiting = undefined
      send(last, revision + 1, goesAfterLeaving(last)).then(
        (saved) => {
          revision = saved.revision
        },
        () => wait(waiting ?? last),
      )
    },
    /**
     * Whether something typed would be lost by leaving now. With `ending` the session ends too, and nothing that is on
     * the way can count on arriving.
     */
    wouldLose: (ending: boolean) => {
      const unsaved = waiting ?? underWay
      if (unsaved === undefined || isStopped || status.newer !== undefined) return false
      if (ending || status.state === 'failed') return true
      return !navigator.onLine || !isTokenFresh() || !goesAfterLeaving(unsaved)
    },
    /** Stops saving: the review is being submitted, and the draft ends with it. Answers how to go on when that fails. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return () => {
        isStopped = false
        void save()
      }
    },
    /** Goes on from the newer text's revision, with one of the two texts. */
    settle: (chosen: NewerDraft, mine: TypedDecision | undefined) => {
      revision = chosen.revision
      waiting = mine
      change({ newer: undefined, state: 'idle' })
      void save()
    },
  }
}

function goesAfterLeaving(typed: TypedDecision): boolean {
  return new TextEncoder().encode(JSON.stringify(typed)).length <= AFTER_LEAVING_BYTES
}

/** It is asked for over the page; the log-in starts the saving again. */
function isLogInNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

function refusalIn(error: unknown): string | undefined {
  return mayBeTriedAgain(error) || isTooLate(error) ? undefined : messageOf(error, '')
}

function newerIn(error: unknown): NewerDraft | undefined {
  if (!isStale(error)) return undefined
  const { data } = error
  const details: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : undefined
  if (typeof details !== 'object' || details === null) return undefined
  const verdict: unknown = Reflect.get(details, 'verdict')
  const at: unknown = Reflect.get(details, 'updatedAt')
  return {
    ...(isTimestamp(at) ? { updatedAt: at } : {}),
    mode: reviewVerdicts.find((one) => one === verdict) ?? null,
    score: String(Reflect.get(details, 'score') ?? ''),
    text: String(Reflect.get(details, 'comments') ?? ''),
    revision: Number(Reflect.get(details, 'revision') ?? 0),
  }
}

function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, '_seconds') === 'number'
}
