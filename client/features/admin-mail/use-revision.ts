import { useState } from 'react'
import { isStale } from '#client/api/api-error.ts'

/** A text that somebody else saved while this one was being written. */
export interface NewerText {
  subject: string
  body: string
  button: string
  revision: number
}

/**
 * The revision of a text that a form began with: it is sent along when saving. A refusal for being stale brings the
 * newer text; the person looks at it and chooses.
 */
export function useRevision(initial: number) {
  const [seen, setSeen] = useState(initial)
  const [newer, setNewer] = useState<NewerText>()
  return {
    seen,
    newer,
    saved: (revision: number) => setSeen(revision),
    /** The newer text was seen: the next saving replaces it. */
    keepMine: () => {
      if (newer !== undefined) setSeen(newer.revision)
      setNewer(undefined)
    },
    /** Whether a refusal is about a newer text, which is then shown. */
    isStale: (error: unknown): boolean => {
      const found = newerIn(error)
      setNewer(found)
      return found !== undefined
    },
  }
}

function newerIn(error: unknown): NewerText | undefined {
  if (!isStale(error)) return undefined
  const details = (error.data as { details?: Partial<NewerText> } | null)?.details
  const { subject = '', body = '', button = '', revision } = details ?? {}
  return revision === undefined ? undefined : { subject, body, button, revision }
}
