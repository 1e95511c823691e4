import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { onSessionBack } from '#client/api/session.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { isTooLate, type TypedDecision } from '#client/parts/decision-form.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { reviewVerdicts } from '#shared/reviewing/verdict.ts'
import { saveDraft } from './calls.ts'
import { words } from './words.ts'

/** A newer text that another window saved. */
export interface NewerDraft extends TypedDecision {
  revision: number
}

const REST_MS = 800

/**
 * Saves a review as it is typed, a moment after the last key (decisions.md §6). A stale window never overwrites: it
 * learns the newer text and asks.
 */
export function useDraft(
  paperId: string,
  kept: { revision: number; updatedAt: Timestamp } | null,
  /** Called when there is nothing to decide any more. */
  onTooLate: () => void,
) {
  const revision = useRef(kept?.revision ?? 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<TypedDecision>(undefined)
  /** What a failed saving did not save. */
  const unsaved = useRef<TypedDecision>(undefined)
  const saving = useRef(false)
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed'>('idle')
  const [savedAt, setSavedAt] = useState(kept?.updatedAt)
  const [newer, setNewer] = useState<NewerDraft>()

  const save = async () => {
    const typed = latest.current
    if (typed === undefined || saving.current) return
    latest.current = undefined
    unsaved.current = undefined
    saving.current = true
    setState('saving')
    try {
      const body = {
        score: typed.score.slice(0, 20),
        comments: typed.text,
        verdict: typed.mode,
        revision: revision.current,
      }
      const saved = await call(saveDraft, { params: { paperId }, body })
      revision.current = saved.revision
      setSavedAt(saved.updatedAt)
      setState('saved')
    } catch (error) {
      const theirs = newerIn(error)
      if (theirs !== undefined) setNewer(theirs)
      else if (isTooLate(error)) onTooLate()
      else unsaved.current = typed
      setState('failed')
    } finally {
      saving.current = false
    }
    if (latest.current !== undefined) await save()
  }
  const flush = useRef(save)
  useEffect(() => {
    flush.current = save
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Whoever leaves within a moment of the last key loses nothing.
      void flush.current()
    },
    [],
  )
  useEffect(
    () =>
      onSessionBack(() => {
        latest.current ??= unsaved.current
        void flush.current()
      }),
    [],
  )
  useAskBeforeLeaving(state === 'failed' && newer === undefined ? words.leaveDraft : undefined)
  return {
    state,
    savedAt,
    newer,
    typed: (typed: TypedDecision) => {
      latest.current = typed
      // What was saved is not what stands there now.
      setState('idle')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), REST_MS)
    },
    /** Stops saving: the review is being submitted, and the draft ends with it. */
    stop: () => {
      clearTimeout(timer.current)
      latest.current = undefined
      unsaved.current = undefined
    },
    /** Goes on from the newer text's revision, with one of the two texts. */
    settle: (chosen: NewerDraft, mine: TypedDecision | undefined) => {
      revision.current = chosen.revision
      setNewer(undefined)
      latest.current = mine
      void save()
    },
  }
}

function newerIn(error: unknown): NewerDraft | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const { data } = error
  const details: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : undefined
  if (typeof details !== 'object' || details === null) return undefined
  const verdict: unknown = Reflect.get(details, 'verdict')
  return {
    mode: reviewVerdicts.find((one) => one === verdict) ?? null,
    score: String(Reflect.get(details, 'score') ?? ''),
    text: String(Reflect.get(details, 'comments') ?? ''),
    revision: Number(Reflect.get(details, 'revision') ?? 0),
  }
}
