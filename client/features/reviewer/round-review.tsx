import { type ComponentProps, useState } from 'react'
import { UnsentDecision } from '#client/parts/unsent-decision.tsx'
import { ReviewForm } from './review-form.tsx'
import { words } from './words.ts'

interface Props extends Omit<ComponentProps<typeof ReviewForm>, 'onText'> {
  /** Told that something was written here. */
  onTyped: () => void
}

/**
 * The review of the paper's present round. When a revised paper comes while somebody writes, a new form takes the
 * place of the old one, and what was written of the earlier version stands above it, to be copied.
 */
export function RoundReview(props: Props) {
  const { onTyped, ...form } = props
  const { round, draft } = form
  const [written, setWritten] = useState({ round, text: draft?.comments ?? '' })
  const [earlier, setEarlier] = useState<{ why: string; text: string }>()
  if (written.round !== round) {
    // Whoever is taken off reads it as it was when they reviewed it last.
    const why = round < written.round ? words.notTheirs : words.revisedMeanwhile
    if (written.text.trim() !== '') setEarlier({ why, text: written.text })
    setWritten({ round, text: draft?.comments ?? '' })
  }
  return (
    <>
      {earlier !== undefined && <UnsentDecision {...earlier} />}
      <ReviewForm
        {...form}
        key={round}
        onText={(text) => {
          setWritten({ round, text })
          if (text !== '') onTyped()
        }}
      />
    </>
  )
}
