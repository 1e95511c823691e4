import { useQuery } from '@tanstack/react-query'
import type { ReactNode, SubmitEvent } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '#client/ui/dialog.tsx'
import { Message } from '#client/ui/message.tsx'
import { ScrollFrame } from '#client/ui/scroll-frame.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ManyRow } from '#shared/core/many.ts'
import { JudgedRows, judgedRow } from './judged-rows.tsx'
import styles from './many.module.css'
import { type DeedWords, ManyProgress } from './many-progress.tsx'
import type { Chosen } from './record.ts'
import type { Many } from './use-many.ts'
import { words } from './words.ts'

interface Props<Item extends Chosen, Given> {
  many: Many<Item, Given>
  deedWords: DeedWords
  danger?: boolean
  /** Those chosen, before the deed has begun. */
  items: readonly Item[]
  /** Asks what would happen. */
  preview: (items: readonly Item[], signal: AbortSignal) => Promise<{ rows: ManyRow[] }>
  /** What has to be filled in before. */
  fields?: ReactNode
  /** What was filled in; undefined when the fields say what is wrong. */
  given: () => Given | undefined
  onClose: () => void
}

/** A deed on many entries: what would happen first, then how far it is, then how each went. */
export function ManyDialog<Item extends Chosen, Given>(props: Props<Item, Given>) {
  const { many, deedWords, onClose } = props
  const { begun, isRunning } = many
  if (begun === undefined) return <Before {...props} />
  const isOver = begun.rows.length === begun.items.length && !isRunning
  const close = () => {
    if (isOver) many.forget()
    onClose()
  }
  return (
    <Dialog
      open
      wide
      holds
      stays={isRunning}
      onClose={close}
      title={begun.items.length === 1 ? deedWords.confirm(1) : deedWords.title}
      actions={
        isOver ? (
          <Button onClick={close}>{words.close}</Button>
        ) : (
          <>
            <Button
              look="secondary"
              disabled={isRunning}
              onClick={() => {
                many.forget()
                onClose()
              }}
            >
              {words.stop}
            </Button>
            <Button busy={isRunning} onClick={many.goOn}>
              {words.goOn}
            </Button>
          </>
        )
      }
    >
      <ManyProgress many={many} begun={begun} deedWords={deedWords} />
    </Dialog>
  )
}

function Before<Item extends Chosen, Given>(props: Props<Item, Given>) {
  const { many, deedWords, danger = false, items, preview, fields, given, onClose } = props
  const plan = useQuery({
    queryKey: ['many', deedWords.title, items],
    queryFn: ({ signal }) => preview(items, signal),
    refetchOnWindowFocus: false,
    gcTime: 0,
    staleTime: 0,
  })
  const rows = plan.data?.rows ?? []
  const left = rows.filter(({ problem }) => problem !== null)
  const able = new Set(rows.filter(({ problem }) => problem === null).map(({ id }) => id))
  const names = new Map(items.map(({ id, name }) => [id, name]))
  const asRow = (row: ManyRow) => judgedRow({ ...row, name: names.get(row.id) ?? row.name })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const filled = given()
    if (filled === undefined || able.size === 0) return
    many.start(
      items.filter(({ id }) => able.has(id)),
      filled,
    )
  }
  const close = () => {
    many.forget()
    onClose()
  }
  return (
    <Dialog
      open
      wide
      holds
      onClose={close}
      title={items.length === 1 ? deedWords.confirm(1) : deedWords.title}
    >
      {plan.isPending && <Skeleton label={words.checking} lines={4} />}
      {plan.error !== null && <Message kind="error">{messageOf(plan.error, words.failedPreview)}</Message>}
      {plan.data && (
        <form className={styles.form} noValidate onSubmit={submit} aria-label={deedWords.title}>
          <p className={styles.lead}>
            {able.size === 0
              ? words.nothing
              : [deedWords.will(able.size), left.length > 0 && words.cannotCount(left.length)]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
          <div className={styles.rows}>
            <ScrollFrame label={words.which}>
              <JudgedRows title={words.cannot} rows={left.map(asRow)} />
              <JudgedRows
                title={words.will}
                rows={rows.filter(({ problem }) => problem === null).map(asRow)}
              />
            </ScrollFrame>
          </div>
          {able.size > 0 && fields}
          {many.problem !== undefined && <Message kind="error">{many.problem}</Message>}
          <DialogActions>
            <DialogClose>{able.size > 0 ? words.cancel : words.close}</DialogClose>
            {able.size > 0 && (
              <Button type="submit" look={danger ? 'danger' : 'primary'} busy={many.isRunning}>
                {deedWords.confirm(able.size)}
              </Button>
            )}
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}
