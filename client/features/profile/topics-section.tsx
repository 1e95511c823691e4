import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { TopicsChoice, useTopics } from '#client/parts/topics-choice.tsx'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { readTopics, saveTopics } from '#shared/people/topics-contract.ts'
import styles from './profile.module.css'
import { words } from './topics-words.ts'

const reading = queryOf(readTopics)

/** A reviewer's own topics, chosen from the conference's; nothing where there are none to choose from. */
export function TopicsSection() {
  const client = useQueryClient()
  const query = useQuery(reading)
  const kept = query.data?.topics ?? []
  const [chosen, setChosen] = useState<string[]>()
  const save = useDeed({
    run: (topics: string[]) => call(saveTopics, { body: { topics } }),
    fallback: words.actionFailed,
    inPlace: true,
    done: ({ message }) => message,
    after: ({ topics }) => {
      client.setQueryData(reading.queryKey, { topics })
      setChosen(undefined)
    },
  })
  const all = useTopics(kept)
  useAskBeforeLosing(chosen !== undefined && !isSame(chosen, kept))
  if (query.error !== null) {
    return (
      <Panel title={words.title}>
        <LoadFailure reading={query} failed={words.failed} />
      </Panel>
    )
  }
  if (query.data === undefined || all.length === 0) return null
  return (
    <Panel title={words.title}>
      <p>{words.text}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.start(chosen ?? kept)
        }}
      >
        <TopicsChoice label={words.choice} kept={kept} chosen={chosen ?? kept} onChosen={setChosen} />
        {save.problem !== undefined && <Message kind="error">{save.problem}</Message>}
        <div className={styles.actions}>
          <Button type="submit" look="secondary" busy={save.busy}>
            {words.save}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** Whether two choices are the same, in whatever order. */
function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}
