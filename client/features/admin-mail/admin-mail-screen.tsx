import { useSearch } from '#client/navigation/use-place.ts'
import { MailView } from './mail-view.tsx'
import { MailsView } from './mails-view.tsx'
import { TextView } from './text-view.tsx'
import { TextsView } from './texts-view.tsx'
import { WriteView } from './write-view.tsx'

/** The mail desk: what was sent, the texts of the portal's messages, and messages to groups. */
export function AdminMailScreen() {
  const { view, emailId, key } = useSearch('/admin/mail')
  if (view === 'mail' && emailId !== undefined) return <MailView emailId={emailId} key={emailId} />
  if (view === 'texts') return <TextsView />
  if (view === 'text' && key !== undefined) return <TextView textKey={key} key={key} />
  if (view === 'write') return <WriteView />
  return <MailsView />
}
