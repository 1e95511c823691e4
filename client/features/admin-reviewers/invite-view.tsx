import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import styles from './invite-view.module.css'
import { inviteesIn } from './invitees.ts'
import { words } from './words.ts'

/** Invites one person or a pasted list; who could not be invited is named with the reason. */
export function InviteView() {
  const id = useId()
  const say = useToast()
  const client = useQueryClient()
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const [skipped, setSkipped] = useState<readonly { email: string; reason: string }[]>([])
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const invitations = inviteesIn(pasted)
    setProblem(invitations.length === 0 ? words.needAddress : undefined)
    if (invitations.length === 0 || busy) return
    setBusy(true)
    try {
      const answer = await call(inviteReviewers, { body: { invitations }, timeout: 120_000 })
      if (answer.items.length > 0) say(answer.message)
      setSkipped(answer.skipped)
      await client.invalidateQueries()
      if (answer.skipped.length === 0) {
        navigate({ to: '/admin/reviewers', search: { view: 'invitations' } })
      } else setPasted('')
    } catch (error) {
      setProblem(messageOf(error, words.actionFailed))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <PageHeader title={words.invite} back={<Link to="/admin/reviewers">{words.backToReviewers}</Link>} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {skipped.length > 0 && (
          <Message kind="error">
            {words.skipped}:
            <ul>
              {skipped.map(({ email, reason }) => (
                <li key={email}>
                  {email}: {reason}
                </li>
              ))}
            </ul>
          </Message>
        )}
        <TextArea
          id={id}
          name="addresses"
          label={words.addresses}
          hint={words.addressesHint}
          error={problem}
          value={pasted}
          onValue={setPasted}
          rows={8}
        />
        <Button type="submit" busy={busy}>
          {words.send}
        </Button>
      </form>
    </>
  )
}
