import { useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { becomeAuthor } from '#shared/people/contract.ts'
import { words } from './words.ts'

/** A reviewer adds the author role, without a PIN (decisions.md §5). */
export function BecomeAuthor() {
  const client = useQueryClient()
  const deed = useDeed({
    run: () => call(becomeAuthor),
    fallback: words.changeFailed,
    done: (answer) => answer.message,
    after: () => void client.refetchQueries({ queryKey: ['/api/me'] }),
  })
  return (
    <Panel title={words.becomeAuthor}>
      <p>{words.becomeAuthorText}</p>
      <Button look="secondary" busy={deed.busy} onClick={() => deed.start(undefined)}>
        {words.becomeAuthor}
      </Button>
    </Panel>
  )
}
