import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { CompareTexts } from '#client/parts/compare-texts.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { dateFormat } from '#client/ui/formats.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { listDraftTexts } from './calls.ts'
import { words } from './words.ts'

interface Typed {
  score: string
  text: string
}

interface Props {
  paperId: string
  /** The present one. */
  round: number
  now: Typed
  /** Puts an earlier text in place of the present one. */
  onRestore: (typed: Typed) => void
}

/** Without the year: a review is written in weeks, and a phone's select is narrow. */
const moment: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}
const NOW = 'now'

/** When a text of a draft was saved. */
export const draftMoment = (at: Timestamp) => dateFormat(moment).format(fromTimestamp(at))

/** The earlier texts of one's own draft, compared with the present one, to be put back. */
export function EarlierTexts({ paperId, round, now, onRestore }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" small onClick={() => setOpen(true)}>
        {words.earlierTexts}
      </Button>
      {open && (
        <EarlierTextsDialog
          paperId={paperId}
          round={round}
          now={now}
          onClose={() => setOpen(false)}
          onRestore={(typed) => {
            onRestore(typed)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

function EarlierTextsDialog({ paperId, round, now, onRestore, onClose }: Props & { onClose: () => void }) {
  const query = useQuery({ ...queryOf(listDraftTexts, { params: { paperId } }), gcTime: 0 })
  const items = query.data?.items ?? []
  const [chosen, setChosen] = useState<string>()
  const [first] = items
  const wanted = chosen === undefined ? first : items.find((one) => one.id === chosen)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.earlierTexts}
      actions={
        <>
          <DialogClose>{words.close}</DialogClose>
          {wanted && (
            <Button onClick={() => onRestore({ score: wanted.score, text: wanted.comments })}>
              {words.restoreText}
            </Button>
          )}
        </>
      }
    >
      <p>{words.earlierTextsHint}</p>
      {query.error !== null && <LoadFailure reading={query} failed={words.failedEarlierTexts} />}
      {query.data === undefined && query.error === null && <Skeleton lines={3} />}
      {query.data && items.length === 0 && <p>{words.noEarlierTexts}</p>}
      {first && (
        <CompareTexts
          key={query.dataUpdatedAt}
          texts={[
            ...items.toReversed().map(({ id, round: of, at, how, score, comments }) => ({
              key: id,
              name: draftMoment(at),
              ...noteOf(of === round ? undefined : of, how === 'refused'),
              text: textOf({ score, text: comments }),
            })),
            { key: NOW, name: words.textNow, text: textOf(now) },
          ]}
          before={first.id}
          after={NOW}
          onBefore={setChosen}
        />
      )}
    </Dialog>
  )
}

/** Where a text is from, if not from this window in the present round. */
function noteOf(round: number | undefined, isElsewhere: boolean): { note?: string } {
  const notes = [
    ...(round === undefined ? [] : [words.round(round)]),
    ...(isElsewhere ? [words.fromElsewhere] : []),
  ]
  return notes.length === 0 ? {} : { note: notes.join(', ') }
}

/** A draft as one text. */
export function textOf({ score, text }: Typed): string {
  return [score === '' ? '' : words.scoreTyped(score), text].filter(Boolean).join('\n\n')
}
