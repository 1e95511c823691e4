import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { useConfig } from '#client/api/config.ts'
import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { isFinished } from '#client/parts/is-finished.ts'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { MomentField } from '#client/parts/moment-field.tsx'
import { words as common } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { type CheckedInvitee, checkInvitees } from '#shared/reviewing/reviewer-desk-contract.ts'
import { InviteCheck } from './invite-check.tsx'
import styles from './invite-view.module.css'
import { type Invitee, inviteesIn } from './invitees.ts'
import { words } from './words.ts'

const TIMEOUT_MS = 120_000

/** Still with the form, where what was typed is kept. */
const isWithin = ({ pathname, searchParams }: URL) =>
  pathname === '/admin/reviewers' && searchParams.get('view') === 'invite'

const goTo = (step: 'check' | undefined, replace = false) =>
  navigate({ to: '/admin/reviewers', search: { view: 'invite', ...(step && { step }) }, replace })

/**
 * Invites one person or a pasted list. Conflicts of interest are looked for first: where there is nothing to say the
 * invitations go out at once, otherwise the organiser sees it and chooses. That step has its address, so that Back leads to the
 * form as it was typed.
 */
export function InviteView() {
  const id = useId()
  const say = useToast()
  const client = useQueryClient()
  const topics = useConfig()?.topics ?? []
  const [pasted, setPasted] = useState('')
  const [expiresAt, setExpiresAt] = useState('')
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<readonly CheckedInvitee[]>()
  const [skipped, setSkipped] = useState<readonly { email: string; reason: string }[]>([])
  const [busy, setBusy] = useState(false)
  const { step } = useSearch('/admin/reviewers')
  useAskBeforeLeaving(pasted.trim() === '' ? undefined : common.leaveTyped, undefined, isWithin)
  // A second click may come before `busy` is drawn.
  const running = useRef(false)
  const attempt = async (deed: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await deed()
    } catch (error) {
      setProblem(messageOf(error, words.actionFailed))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const { people: read, bad } = inviteesIn(pasted, topics)
  const people = read.map((one) => ({ ...one, ...(expiresAt && { expiresAt }) }))
  const wrong = bad.map(({ line, text, why }) => ({ email: words.badLine(line, text), reason: why }))
  const send = async (invitations: Invitee[]) => {
    const answer = await call(inviteReviewers, { body: { invitations }, timeout: TIMEOUT_MS })
    if (answer.items.length > 0) say(answer.message)
    setSkipped([...wrong, ...answer.skipped])
    setChecked(undefined)
    if (step === 'check') goTo(undefined, true)
    // At once: what was sent is nothing to be asked about on the way to where it stands.
    flushSync(() => setPasted(bad.map(({ text }) => text).join('\n')))
    await client.invalidateQueries()
    if (answer.skipped.length === 0 && bad.length === 0) {
      navigate({ to: '/admin/reviewers', search: { view: 'invitations' } })
    }
  }
  const check = async () => {
    if (people.length === 0) {
      setSkipped(wrong)
      return setProblem(words.needAddress)
    }
    const { items } = await call(checkInvitees, { body: { invitations: people }, timeout: TIMEOUT_MS })
    const isClear =
      bad.length === 0 && items.every((one) => one.problem === null && one.conflicts.length === 0)
    if (isClear) await send(people)
    else {
      setChecked(items)
      goTo('check')
    }
  }
  if (checked !== undefined && step === 'check') {
    return (
      <InviteCheck
        checked={checked}
        wrong={wrong}
        busy={busy}
        problem={problem}
        onSend={(emails) => {
          void attempt(() => send(onceEach(people).filter(({ email }) => emails.has(email))))
        }}
        onChange={() => goTo(undefined)}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={words.invite}
        back={<BackLink to="/admin/reviewers">{words.backToReviewers}</BackLink>}
      />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isFinished(expiresAt, `${id}-until`)) void attempt(check)
        }}
      >
        {skipped.length > 0 && (
          <Message kind="error">
            {words.skipped}:
            <ul>
              {skipped.map(({ email, reason }) => (
                <li key={`${email} ${reason}`}>
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
          onValue={(text) => {
            setPasted(text)
            // What was found is of another list now.
            setChecked(undefined)
          }}
          rows={8}
        />
        <MomentField
          id={`${id}-until`}
          name="expiresAt"
          label={words.goodUntil}
          hint={words.goodUntilHint}
          value={expiresAt}
          onValue={(moment) => {
            setExpiresAt(moment)
            setChecked(undefined)
          }}
        />
        <p>{words.sendHint}</p>
        <KeptHere />
        <Button type="submit" busy={busy}>
          {words.send}
        </Button>
      </form>
    </>
  )
}

/** The first of each address. */
function onceEach(people: readonly Invitee[]): Invitee[] {
  const first = new Map(people.toReversed().map((one) => [one.email.toLowerCase(), one]))
  return people.filter((one) => first.get(one.email.toLowerCase()) === one)
}
