import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { onSessionBack } from '#client/api/session.ts'
import { onLeaving, useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { saveDraft } from './calls.ts'
import { type DraftStatus, draftSaver } from './draft-saver.ts'
import { words } from './words.ts'

/** The saving of one paper's review while its form is open; `tooLate` is called when there is nothing to decide any more. */
export function useDraft(
  { paperId, round }: { paperId: string; round: number },
  kept: { revision: number; updatedAt: Timestamp } | null,
  tooLate: () => void,
) {
  const [status, setStatus] = useState<DraftStatus>({
    state: 'idle',
    savedAt: kept?.updatedAt,
    newer: undefined,
  })
  const [saver] = useState(() =>
    draftSaver({
      revision: kept?.revision ?? 0,
      savedAt: kept?.updatedAt,
      send: ({ score, text, mode }, revision, keepalive) => {
        const body = { score: score.slice(0, 20), comments: text, verdict: mode, revision, round }
        return call(saveDraft, { params: { paperId }, body, keepalive })
      },
      tell: setStatus,
      onTooLate: tooLate,
    }),
  )
  useEffect(() => {
    const flush = () => void saver.flush()
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    window.addEventListener('pagehide', saver.leave)
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', onHidden)
    const stops = [onSessionBack(flush), onLeaving(saver.flush)]
    return () => {
      window.removeEventListener('pagehide', saver.leave)
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', onHidden)
      for (const stop of stops) stop()
      // Whoever leaves within a moment of the last key loses nothing.
      flush()
    }
  }, [saver])
  useAskBeforeLeaving(words.leaveDraft, saver.wouldLose)
  return { ...status, typed: saver.typed, stop: saver.stop, settle: saver.settle }
}
