import { useId, useState } from 'react'
import { KeptHere } from '#client/parts/kept-here.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { groupBy } from '#shared/core/group-by.ts'
import type { CheckedInvitee, OpenConflict } from '#shared/reviewing/reviewer-desk-contract.ts'
import styles from './invite-view.module.css'
import { words } from './words.ts'

interface Props {
  checked: readonly CheckedInvitee[]
  /** Lines that invite nobody as they stand. */
  wrong: readonly { email: string; reason: string }[]
  busy: boolean
  problem: string | undefined
  /** With the addresses of who is to be invited. */
  onSend: (emails: ReadonlySet<string>) => void
  onChange: () => void
}

/** What was found before anything is sent: conflicts of interest, and who is left out; anybody can be left out too. */
export function InviteCheck({ checked, wrong, busy, problem, onSend, onChange }: Props) {
  const id = useId()
  const open = checked.filter((one) => one.problem === null)
  // An address that stands there three times is named once.
  const out = checked.filter(
    (one, at) =>
      one.problem !== null &&
      checked.findIndex(({ email, problem: why }) => email === one.email && why === one.problem) === at,
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(open.map(({ email }) => email)))
  const [missing, setMissing] = useState(false)
  return (
    <>
      <PageHeader
        title={words.checked}
        lead={words.checkedLead}
        back={
          <Button look="quiet" onClick={onChange}>
            {words.change}
          </Button>
        }
      />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(chosen.size === 0)
          if (chosen.size > 0) onSend(chosen)
        }}
      >
        {(problem || missing) && <Message kind="error">{problem ?? words.nobody}</Message>}
        {open.length > 0 && (
          <>
            <h2>{words.whom}</h2>
            {groupsOf(open).map(({ group, people }) => (
              <fieldset key={group} className={styles.people}>
                <legend>
                  <StatusPill kind={kinds[group]}>{`${words.groups[group]} (${people.length})`}</StatusPill>
                </legend>
                {people.map((one) => (
                  <div key={one.email}>
                    <Checkbox
                      id={`${id}-${one.email}`}
                      name="invitees"
                      label={one.email}
                      checked={chosen.has(one.email)}
                      onChecked={(isChosen) => {
                        const next = new Set(chosen)
                        if (isChosen) next.add(one.email)
                        else next.delete(one.email)
                        setChosen(next)
                      }}
                    />
                    <ConflictsWith person={one} />
                  </div>
                ))}
              </fieldset>
            ))}
          </>
        )}
        {open.length > 0 && <KeptHere />}
        {open.length > 0 && (
          <Button type="submit" busy={busy}>
            {words.sendTo(chosen.size)}
          </Button>
        )}
      </form>
      {wrong.length + out.length > 0 && (
        <Panel title={words.leftOut}>
          <ul>
            {wrong.map(({ email, reason }) => (
              <li key={email}>
                {email}: {reason}
              </li>
            ))}
            {out.map(({ email, problem: why }) => (
              <li key={`${email} ${why}`}>
                {email}: {why}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function ConflictsWith({ person: { count, conflicts, more } }: { person: CheckedInvitee }) {
  if (conflicts.length === 0) return null
  return (
    <div className={styles.conflicts}>
      {count > 0 && <p>{words.conflictWith(count)}</p>}
      <ul>
        {[...byReason(conflicts)].map(([reason, of]) => (
          <li key={reason}>
            <p>{reason}</p>
            <ul className={styles.papers}>
              {of.map(({ abstractId, paperId, title }) => (
                <li key={abstractId}>
                  {paperId ?? abstractId} {title}
                </li>
              ))}
            </ul>
          </li>
        ))}
        {more > 0 && <li>{words.moreConflicts(more)}</li>}
      </ul>
    </div>
  )
}

/** Each reason once, with its submissions. */
const byReason = (conflicts: readonly OpenConflict[]) => groupBy(conflicts, ({ reason }) => reason)

const kinds = { conflict: 'rejected', look: 'changes', free: 'accepted' } as const

/** Who may be invited, by what was found: conflicts first. */
function groupsOf(people: readonly CheckedInvitee[]) {
  const groupOf = ({ count, conflicts }: CheckedInvitee) =>
    count > 0 ? 'conflict' : conflicts.length > 0 ? 'look' : 'free'
  return (['conflict', 'look', 'free'] as const)
    .map((group) => ({ group, people: people.filter((one) => groupOf(one) === group) }))
    .filter(({ people: some }) => some.length > 0)
}
