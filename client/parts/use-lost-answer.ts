import { useRef } from 'react'
import { isUnanswered } from '#client/api/api-error.ts'

/**
 * Told of each failure of something that is not repeated by itself, says whether a try before it got no answer: it may have
 * been done then, and what is refused now be its effect.
 */
export function useLostAnswer(): (failure: unknown) => boolean {
  const isLost = useRef(false)
  return (failure) => {
    const before = isLost.current
    isLost.current ||= isUnanswered(failure)
    return before
  }
}
