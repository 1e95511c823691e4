import { useId } from 'react'
import { call } from '#client/api/call.ts'
import { RoleBadge } from '#client/parts/role-badge.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { roleNames } from '#client/parts/words.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { type Role, roles } from '#shared/core/roles.ts'
import { changeUser, type Person } from '#shared/people/desk-contract.ts'
import styles from './admin-people.module.css'
import { words } from './words.ts'

interface Change {
  role?: Role
  staff?: boolean
  disabled?: boolean
  resendVerification?: true
}

/** What somebody is, and what keeps them out. */
export function PersonPills({ person }: { person: Person }) {
  return (
    <>
      <RoleBadge of={person.role} />
      {person.roles.includes('staff') && <RoleBadge of="staff" />}
      {person.disabled && <StatusPill kind="rejected">{words.disabled}</StatusPill>}
      {!person.emailVerified && <StatusPill kind="waiting">{words.unverified}</StatusPill>}
    </>
  )
}

/** Role, staff, whether they may log in, and the verification mail. */
export function PersonControls({ person }: { person: Person }) {
  const id = useId()
  const change = useDeed({
    run: (body: Change) => call(changeUser, { params: { userId: person.id }, body }),
    fallback: words.actionFailed,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
  })
  return (
    <div className={styles.controls}>
      <SelectField
        id={`${id}-role`}
        name="role"
        label={words.role}
        value={person.role}
        disabled={change.busy}
        options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
        onValue={(chosen) => {
          const role = roles.find((one) => one === chosen)
          if (role !== undefined) change.start({ role })
        }}
      />
      <Checkbox
        id={`${id}-staff`}
        name="staff"
        label={words.staff}
        checked={person.roles.includes('staff')}
        disabled={change.busy}
        onChecked={(staff) => change.start({ staff })}
      />
      <p>
        <Button
          look="quiet"
          small
          busy={change.busy}
          onClick={() => change.start({ disabled: !person.disabled })}
        >
          {person.disabled ? words.enable : words.disable}
        </Button>
        {!person.emailVerified && (
          <Button
            look="quiet"
            small
            busy={change.busy}
            onClick={() => change.start({ resendVerification: true })}
          >
            {words.resend}
          </Button>
        )}
      </p>
    </div>
  )
}
