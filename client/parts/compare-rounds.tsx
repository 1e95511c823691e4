import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { CompareTexts, type NamedText } from './compare-texts.tsx'
import { words } from './words.ts'

interface RoundsReview {
  round: number
  verdict: keyof typeof ownVerdictLabels
  score: number | null
  reason: string | null
}

/** Compares somebody's reviews of a paper's rounds; nothing while there is only one. */
export function CompareRounds({ reviews, of }: { reviews: readonly RoundsReview[]; of: string }) {
  const [open, setOpen] = useState(false)
  if (reviews.length < 2) return null
  return (
    <>
      <Button look="quiet" small aria-label={`${words.compareRounds}: ${of}`} onClick={() => setOpen(true)}>
        {words.compareRounds}
      </Button>
      <Dialog
        open={open}
        wide
        onClose={() => setOpen(false)}
        title={words.compareTitle(of)}
        actions={<DialogClose>{words.close}</DialogClose>}
      >
        <CompareTexts texts={[...reviews].sort((a, b) => a.round - b.round).map(textOf)} />
      </Dialog>
    </>
  )
}

/** A review as one text: what it decided, its score, its comments. */
function textOf({ round, verdict, score, reason }: RoundsReview): NamedText {
  const head = [ownVerdictLabels[verdict], score === null ? '' : words.scoreOf(score)]
    .filter(Boolean)
    .join('\n')
  return {
    key: String(round),
    name: words.roundNamed(round),
    text: [head, reason].filter(Boolean).join('\n\n'),
  }
}
