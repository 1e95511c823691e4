import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { TypedDetails } from './details-fields.ts'
import styles from './details-form.module.css'
import { DetailsShown } from './details-shown.tsx'
import { detailsWords as words } from './details-words.ts'

interface Props {
  mine: TypedDetails
  theirs: TypedDetails
  onClose: () => void
  onMine: () => void
  onTheirs: () => void
}

/** What is typed here and what another window saved meanwhile, and the choice between them. */
export function StaleDetails({ mine, theirs, onClose, onMine, onTheirs }: Props) {
  return (
    <Dialog
      open
      asks
      wide
      onClose={onClose}
      title={words.staleTitle}
      actions={
        <>
          <Button look="secondary" onClick={onTheirs}>
            {words.takeTheirs}
          </Button>
          <Button onClick={onMine}>{words.keepMine}</Button>
        </>
      }
    >
      <p>{words.staleText}</p>
      <div className={styles.compare}>
        <Side title={words.mine} details={mine} />
        <Side title={words.theirs} details={theirs} />
      </div>
    </Dialog>
  )
}

function Side({ title, details }: { title: string; details: TypedDetails }) {
  return (
    <section>
      <h3>{title}</h3>
      <DetailsShown details={details} />
    </section>
  )
}
