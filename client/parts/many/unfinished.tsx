import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import styles from './many.module.css'
import type { Chosen } from './record.ts'
import type { Many } from './use-many.ts'
import { words } from './words.ts'

interface Props<Item extends Chosen, Given> {
  many: Many<Item, Given>
  title: string
  onOpen: () => void
}

/** Says, on return, that a deed was begun here and how far it came; nothing when there is none. */
export function Unfinished<Item extends Chosen, Given>({ many, title, onOpen }: Props<Item, Given>) {
  const { begun, isRunning, forget } = many
  if (begun === undefined || isRunning) return null
  const [done, all] = [begun.rows.length, begun.items.length]
  return (
    <Message>
      <p>{done < all ? words.unfinished(title, done, all) : words.dealtWith(title, all)}</p>
      <div className={styles.ways}>
        <Button small onClick={onOpen}>
          {done < all ? words.goOn : words.seeResult}
        </Button>
        <Button small look="quiet" onClick={forget}>
          {words.forget}
        </Button>
      </div>
    </Message>
  )
}
