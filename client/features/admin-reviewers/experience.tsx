import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { markExperienced } from './calls.ts'
import { words } from './words.ts'

interface Marked {
  id: string
  name: string
  experienced: boolean
}

/** Marks reviewers as experienced, or takes the mark away. */
export function useMark() {
  return useDeed({
    run: (body: { reviewerIds: string[]; experienced: boolean }) => call(markExperienced, { body }),
    fallback: words.actionFailed,
    done: ({ message }) => message,
  })
}

/** Says that somebody is marked as experienced. */
export function ExperiencePill({ reviewer }: { reviewer: Marked }) {
  return reviewer.experienced ? <StatusPill kind="complete">{words.experienced}</StatusPill> : null
}

/** Marks one reviewer, or takes the mark away. */
export function ExperienceButton({ reviewer: { id, name, experienced } }: { reviewer: Marked }) {
  const mark = useMark()
  return (
    <Button
      look="quiet"
      small
      busy={mark.busy}
      aria-label={`${experienced ? words.unmark : words.mark}: ${name}`}
      onClick={() => mark.start({ reviewerIds: [id], experienced: !experienced })}
    >
      {experienced ? words.unmark : words.mark}
    </Button>
  )
}
