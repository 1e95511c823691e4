import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { SearchBar } from '#client/parts/search-bar.tsx'
import { useSelection } from '#client/parts/selection/use-selection.ts'
import { SortControl } from '#client/parts/sorting/sort-control.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type DeskMail, listEmails, releaseEmails } from '#shared/mail/contract.ts'
import styles from './admin-mail.module.css'
import { AllButton, isForAll } from './all-button.tsx'
import { AgainButton, DiscardButton } from './asking-buttons.tsx'
import { pillOf, stateText } from './pill-of.ts'
import { StuckMails } from './stuck.tsx'
import { words } from './words.ts'

/** The orders that the list has, its own first. */
const sorts = ['newest', 'to', 'subject', 'status'] as const

/** Mails a page: a phone shows them below each other. */
const PAGE = 30

/** Every mail with its state; selected ones are sent again, let go or put away. */
export function MailsView() {
  const search = deskQuery(useSearch('/admin/mail'), sorts, words.filters)
  const list = useInfiniteQuery(pagesOf(listEmails, { ...search, limit: PAGE }))
  const selection = useSelection(list, {
    id: ({ id }) => id,
    name: ({ subject, toAddress }) => `${subject}, ${toAddress}`,
    within: search,
  })
  const { status } = search
  const order = search.sort === undefined ? {} : { sort: search.sort }
  const held = list.data?.counts.held ?? 0
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Link className={buttonClass('secondary')} to="/admin/mail" search={{ view: 'texts' }}>
              {words.texts}
            </Link>
            <Link className={buttonClass('primary')} to="/admin/mail" search={{ view: 'write' }}>
              {words.write}
            </Link>
          </>
        }
      />
      <div className={styles.notices}>
        {list.data && status === undefined && <StuckMails list={list.data} readAt={list.dataUpdatedAt} />}
        {held > 0 && status !== 'held' && (
          <Message>
            {words.heldHint(held)}{' '}
            <Link to="/admin/mail" search={{ status: 'held' }}>
              {words.seeHeld}
            </Link>
          </Message>
        )}
      </div>
      <SearchBar
        label={words.search}
        q={search.q}
        status={status}
        filters={words.filters}
        filterLabel={words.filter}
        onSearch={(next) => navigate({ to: '/admin/mail', search: { ...next, ...order } })}
      />
      <SortControl
        keys={sorts}
        sort={search.sort}
        onSort={(sort) =>
          navigate({ to: '/admin/mail', search: deskQuery({ ...search, sort }, sorts, words.filters) })
        }
      />
      {isForAll(status) && (list.data?.count ?? 0) > 0 && (
        <AllButton status={status} q={search.q} count={list.data?.count ?? 0} />
      )}
      <Listing
        query={list}
        failed={words.failed}
        empty={<EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
        render={(mail) => <MailEntry key={mail.id} mail={mail} />}
        selection={selection}
        actions={<Chosen mails={selection.chosen} done={selection.clear} />}
      />
    </>
  )
}

function MailEntry({ mail }: { mail: DeskMail }) {
  const isLost = mail.state !== 'sent' && mail.state !== 'kept'
  return (
    <Entry
      name={
        <Link to="/admin/mail" search={{ view: 'mail', emailId: mail.id }}>
          {mail.subject}
        </Link>
      }
      facts={[
        mail.toName !== '' && mail.toName,
        mail.toAddress,
        <TimeText key="at" at={mail.sentAt ?? mail.createdAt} />,
        mail.attempts > 1 && words.tries(mail.attempts),
        isLost && mail.lastAnswer !== null && words.said(mail.lastAnswer),
      ]}
      side={<StatusPill kind={pillOf[mail.state]}>{stateText(mail)}</StatusPill>}
    />
  )
}

/** What can be done to the selected ones; each deed passes over those it is not for. */
function Chosen({ mails, done }: { mails: readonly DeskMail[]; done: () => void }) {
  const options = {
    fallback: words.actionFailed,
    done: ({ message }: { message: string }) => message,
    after: done,
  }
  const ids = mails.map(({ id }) => id)
  const release = useDeed({ run: () => call(releaseEmails, { body: { ids } }), ...options })
  const someHeld = mails.some(({ state }) => state === 'held')
  const someElse = mails.some(({ state }) => state !== 'held' && state !== 'discarded')
  return (
    <>
      {someElse && <AgainButton ids={ids} after={done} />}
      {someHeld && (
        <>
          <Button busy={release.busy} onClick={() => release.start(undefined)}>
            {words.releaseChosen}
          </Button>
          <DiscardButton ids={ids} after={done} />
        </>
      )}
    </>
  )
}
