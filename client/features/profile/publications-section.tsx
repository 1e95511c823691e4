import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { loadable } from '#client/navigation/loadable.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { isReadable } from '#client/parts/readable.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Loaded } from '#client/ui/loaded.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import {
  listPublications,
  type Publication,
  removePublication,
} from '#shared/reviewing/publications-contract.ts'
import styles from './profile.module.css'
import { words } from './publications-words.ts'

/** With what sends a file, which the rest of the profile has no use for. */
const addPublications = loadable(() => import('./add-publications.tsx'), 'AddPublications')
const editPublication = loadable(() => import('./edit-publication.tsx'), 'EditPublication')
const POLL_MS = 2000
/** As many are drawn at first. */
const SHOWN = 10

/** One's own publications: added from a list or a PDF, seen as they were read, corrected, removed. */
export function PublicationsSection() {
  const [all, setAll] = useState(false)
  const [editing, setEditing] = useState<Publication>()
  const closeEdit = () => setEditing(undefined)
  const list = useQuery({
    ...queryOf(listPublications),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'reading') ? POLL_MS : false,
  })
  const items = list.data?.items ?? []
  return (
    <Panel title={words.title}>
      <p>{words.text}</p>
      {list.error !== null && <LoadFailure reading={list} failed={words.failed} />}
      {list.data !== undefined && <p>{items.length === 0 ? words.none : words.counted(items.length)}</p>}
      {items.length > 0 && (
        <Rows label={words.title}>
          {(all ? items : items.slice(0, SHOWN)).map((one) => (
            <PublicationRow key={one.id} one={one} onEdit={() => setEditing(one)} />
          ))}
        </Rows>
      )}
      {items.length > SHOWN && !all && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {words.shown(items.length)}
        </Button>
      )}
      <Loaded of={addPublications} props={{}} />
      {editing && (
        <Loaded of={editPublication} props={{ one: editing, onClose: closeEdit }} onFailed={closeEdit} />
      )}
    </Panel>
  )
}

function PublicationRow({ one, onEdit }: { one: Publication; onEdit: () => void }) {
  const { id, title, abstract, state, hidden, wordList } = one
  const remove = useDeed({
    run: () => call(removePublication, { params: { publicationId: id } }),
    fallback: words.actionFailed,
    done: ({ message }) => message,
  })
  return (
    <Row
      title={title}
      meta={state === 'ready' && <span>{abstract === '' ? words.noAbstract : excerpt(abstract)}</span>}
      status={
        <>
          {state === 'reading' && <StatusPill kind="waiting">{words.reading}</StatusPill>}
          {state === 'unreadable' && <StatusPill kind="changes">{words.notFound}</StatusPill>}
          <span className={styles.buttons}>
            <Button look="quiet" small aria-label={words.editOne(title)} onClick={onEdit}>
              {words.edit}
            </Button>
            <Button
              look="quiet"
              small
              busy={remove.busy}
              aria-label={words.removeOne(title)}
              onClick={() => remove.start(undefined)}
            >
              {words.remove}
            </Button>
          </span>
        </>
      }
    >
      {hidden !== '' && <Message>{isReadable(hidden) ? words.hidden(hidden) : words.hiddenUnread}</Message>}
      {wordList && <Message>{words.wordList}</Message>}
    </Row>
  )
}

const EXCERPT = 160

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()} …` : text
}
