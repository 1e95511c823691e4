import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { TopicsChoice, useTopics } from '#client/parts/topics-choice.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { changeUser } from '#shared/people/desk-contract.ts'
import { reviewerWords } from './reviewer-words.ts'
import { words } from './words.ts'

interface Knowing {
  id: string
  name: string
  topics: readonly string[]
}

/** Changes a reviewer's topics; nothing where there are none to choose from. */
export function TopicsButton({ reviewer: { id, name, topics } }: { reviewer: Knowing }) {
  const [chosen, setChosen] = useState<readonly string[]>()
  const change = useDeed({
    run: (body: { topics: string[] }) => call(changeUser, { params: { userId: id }, body }),
    fallback: words.actionFailed,
    inPlace: true,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
    after: () => setChosen(undefined),
  })
  const all = useTopics(topics)
  if (all.length === 0) return null
  return (
    <>
      <Button
        look="quiet"
        small
        aria-label={reviewerWords.topicsOf(name)}
        onClick={() => {
          change.forget()
          setChosen(topics)
        }}
      >
        {reviewerWords.changeTopics}
      </Button>
      <ConfirmDialog
        open={chosen !== undefined}
        title={reviewerWords.topicsTitle(name)}
        confirm={words.save}
        cancel={words.cancel}
        busy={change.busy}
        problem={change.problem}
        onConfirm={() => change.start({ topics: [...(chosen ?? topics)] })}
        onCancel={() => setChosen(undefined)}
      >
        <p>{reviewerWords.topicsText}</p>
        <TopicsChoice kept={topics} chosen={chosen ?? topics} onChosen={setChosen} />
      </ConfirmDialog>
    </>
  )
}
