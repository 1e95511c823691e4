import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { type Role, roles } from '#shared/core/roles.ts'
import { changeUser, listUsers, type Person } from '#shared/people/desk-contract.ts'
import styles from './admin-people.module.css'
import { words } from './words.ts'

/** Everybody with an account, with role, staff and whether they may log in. */
export function AdminPeopleScreen() {
  const search = deskQuery(useSearch('/admin/people'))
  const list = useInfiniteQuery(pagesOf(listUsers, search))
  return (
    <DeskList
      words={words}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/people', search: next })}
      query={list}
      render={(person) => <PersonEntry key={person.id} person={person} />}
    />
  )
}

interface Change {
  role?: Role
  staff?: boolean
  disabled?: boolean
  resendVerification?: true
}

function PersonEntry({ person }: { person: Person }) {
  const id = useId()
  const change = useDeed({
    run: (body: Change) => call(changeUser, { params: { userId: person.id }, body }),
    fallback: words.actionFailed,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
  })
  return (
    <Entry
      name={person.name}
      facts={[person.email, person.organization]}
      side={
        <>
          {person.disabled && <StatusPill kind="rejected">{words.disabled}</StatusPill>}
          {!person.emailVerified && <StatusPill kind="waiting">{words.unverified}</StatusPill>}
        </>
      }
    >
      <div className={styles.controls}>
        <SelectField
          id={`${id}-role`}
          name="role"
          label={words.role}
          value={person.role}
          disabled={change.busy}
          options={roles.map((role) => ({ value: role, label: words.roles[role] }))}
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
    </Entry>
  )
}
