import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useTold } from '#client/navigation/use-place.ts'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { words } from './words.ts'

/** Says over the list that a file arrived, until it is closed; Back and Forward find it as it was left. */
export function SentDialog() {
  const { sent } = useTold()
  if (sent === undefined) return null
  return (
    <Dialog
      open
      onClose={() => navigate({ to: '/author', search: { view: 'ongoing' }, replace: true })}
      title={words.sentTitle}
      actions={<DialogClose>{words.backHome}</DialogClose>}
    >
      <p>{words.sentText}</p>
      <p>{sent.isDecided === true ? words.sentInPlace : words.sentNext}</p>
      <p>
        {words.reference}:{' '}
        <Link to="/author" search={{ view: 'details', abstractId: sent.abstractId }}>
          {sent.reference}
        </Link>
      </p>
    </Dialog>
  )
}
