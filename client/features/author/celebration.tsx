import { useState } from 'react'
import { Link } from '#client/navigation/link.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import { isCelebrated } from './display.ts'
import { words } from './words.ts'

const KEY = 'celebrated'

/** Ids that were celebrated on this device: once is a joy, every time would be a nuisance. */
function celebrated(): string[] {
  return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)
}

/** The celebration of a completed, approved submission (portal.md §4). */
export function Celebration({ items }: { items: readonly AbstractItem[] }) {
  const [closed, setClosed] = useState<string[]>(celebrated)
  const item = items.find((one) => isCelebrated(one) && !closed.includes(one.abstractId))
  if (item === undefined) return null
  const close = () => {
    const next = [...closed, item.abstractId].slice(-200)
    localStorage.setItem(KEY, next.join(' '))
    setClosed(next)
  }
  return (
    <Dialog
      open
      onClose={close}
      title={words.congratulations}
      actions={
        <>
          <DialogClose>{words.close}</DialogClose>
          <Link
            className={buttonClass('primary')}
            to="/author"
            search={{ view: 'details', abstractId: item.abstractId }}
            onClick={close}
          >
            {words.viewDetails}
          </Link>
        </>
      }
    >
      <p>{words.celebration(item.title || item.fileName)}</p>
    </Dialog>
  )
}
