import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { isReadable } from '#client/parts/readable.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { TextForm } from './abstract-text-form.tsx'
import styles from './author.module.css'
import { readSubmissionText } from './calls.ts'
import { detailsWords as words } from './details-words.ts'

const POLL_MS = 2000
/** What takes longer than that is said to be unread: it is tried again within a day. */
const READ_WITHIN_MS = 60_000

/** The abstract's text as the portal read it from the PDF, to be put right by its author. */
export function AbstractTextSection({ abstractId }: { abstractId: string }) {
  const [isEditing, setEditing] = useState(false)
  const isLong = useLong(READ_WITHIN_MS)
  const query = useQuery({
    ...queryOf(readSubmissionText, { params: { abstractId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'reading' && !isLong ? POLL_MS : false),
  })
  const found = query.data
  useReadAnewAfter(found?.state === 'reading')
  const reading = found?.state === 'reading' && isLong ? 'unread' : found?.state
  // Of what is decided there is nothing more to read or to put right.
  if (found !== undefined && !found.canChange && found.text === '') return null
  return (
    <Panel
      title={words.textTitle}
      actions={
        found?.canChange &&
        reading !== 'reading' &&
        !isEditing && (
          <Button look="secondary" small aria-label={words.textEditLabel} onClick={() => setEditing(true)}>
            {words.textEdit}
          </Button>
        )
      }
    >
      <p>
        {words.textHint} {found?.canChange && found.text !== '' && words.textCorrect}
      </p>
      {query.error !== null && <LoadFailure reading={query} failed={words.textFailed} />}
      {found !== undefined && isEditing && (
        <TextForm abstractId={abstractId} found={found} onClose={() => setEditing(false)} />
      )}
      {found !== undefined && !isEditing && (
        <>
          {reading === 'reading' && <p>{words.textReading}</p>}
          {reading === 'unread' && <p>{words.textUnread}</p>}
          {reading === 'read' && found.text === '' && (
            <p>
              {words.textNone} {found.canChange && words.textType}
            </p>
          )}
          {found.text !== '' && <blockquote className={styles.read}>{found.text}</blockquote>}
          {found.agreement === 'departs' && <Message>{words.textDeparts}</Message>}
          {found.hidden !== '' && (
            <Message>
              {isReadable(found.hidden) ? words.textHidden(found.hidden) : words.textHiddenUnread}
            </Message>
          )}
        </>
      )}
    </Panel>
  )
}

/** Once the text is read, the title may have been read with it: what else is on the screen is asked for anew. */
function useReadAnewAfter(isReading: boolean): void {
  const client = useQueryClient()
  const wasReading = useRef(false)
  useEffect(() => {
    if (wasReading.current && !isReading) void client.invalidateQueries()
    wasReading.current = isReading
  }, [client, isReading])
}

/** Whether this has been on the screen for so long. */
function useLong(ms: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLong
}
