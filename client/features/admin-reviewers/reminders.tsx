import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { ManyDialog } from '#client/parts/many/many-dialog.tsx'
import type { Chosen } from '#client/parts/many/record.ts'
import { Unfinished } from '#client/parts/many/unfinished.tsx'
import { useMany } from '#client/parts/many/use-many.ts'
import { previewReminders, remindReviewers } from './calls.ts'
import { words } from './words.ts'

const wire = (items: readonly Chosen[]) => ({ reviewerIds: items.map(({ id }) => id) })
/** Nothing has to be filled in. */
const given = () => ({})

interface Props {
  asked: readonly Chosen[] | undefined
  onClose: () => void
}

/** Reminds reviewers of what is overdue, with its dialog; on return it says what was begun. */
export function Reminders({ asked, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const many = useMany<Chosen, Record<never, never>>({
    kind: 'remind-reviewers',
    send: (items, _, idempotencyKey) => call(remindReviewers, { body: wire(items), idempotencyKey }),
  })
  if (asked === undefined && !isOpen)
    return <Unfinished many={many} title={words.reminders.title} onOpen={() => setOpen(true)} />
  return (
    <ManyDialog
      many={many}
      deedWords={words.reminders}
      items={asked ?? []}
      preview={(items, signal) => call(previewReminders, { body: wire(items), signal })}
      given={given}
      onClose={() => {
        setOpen(false)
        onClose()
      }}
    />
  )
}
