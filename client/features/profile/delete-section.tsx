import { useState } from 'react'
import { loadable } from '#client/navigation/loadable.ts'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { words } from './words.ts'

/** Loaded by who asks for it. */
const deleteDialog = loadable(() => import('./delete-dialog.tsx'), 'DeleteDialog')

/** Deletes the account, after a question that says what goes and what stays, and the password (decisions.md §4). */
export function DeleteSection() {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <Panel title={words.deleteAccount}>
      <p>{words.deleteText}</p>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {words.deleteMine}
      </Button>
      {asking && <Loaded of={deleteDialog} props={{ onCancel: close }} onFailed={close} />}
    </Panel>
  )
}
