import { Message } from '#client/ui/message.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { JudgedRows, judgedRow } from './judged-rows.tsx'
import type { Begun, Chosen } from './record.ts'
import type { Many } from './use-many.ts'
import { words } from './words.ts'

/** How a deed is spoken of. */
export interface DeedWords {
  title: string
  /** `48 abstracts will be accepted`. */
  will: (count: number) => string
  /** On the button. */
  confirm: (count: number) => string
  /** `48 accepted`. */
  done: (count: number) => string
}

interface Props<Item extends Chosen, Given> {
  many: Many<Item, Given>
  begun: Begun<Item, Given>
  deedWords: DeedWords
}

/** How far a deed is, and how each entry dealt with so far went: what was not done first. */
export function ManyProgress<Item extends Chosen, Given>({ many, begun, deedWords }: Props<Item, Given>) {
  const { items, rows } = begun
  const done = rows.filter(({ problem }) => problem === null)
  const left = rows.filter(({ problem }) => problem !== null)
  const isOver = rows.length === items.length && !many.isRunning
  return (
    <>
      {isOver ? (
        <output>
          {[deedWords.done(done.length), left.length > 0 && words.notDone(left.length)]
            .filter(Boolean)
            .join(' · ')}
        </output>
      ) : (
        <ProgressBar
          percent={Math.floor((rows.length / items.length) * 100)}
          label={words.progress}
          note={words.countOf(rows.length, items.length)}
        />
      )}
      {many.problem !== undefined && <Message kind="error">{many.problem}</Message>}
      <JudgedRows title={words.left} rows={left.map(judgedRow)} />
      <JudgedRows title={words.done} rows={done.map(judgedRow)} />
    </>
  )
}
