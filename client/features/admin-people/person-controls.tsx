import { useId, useState } from 'react'
import { call } from '#client/api/call.ts'
import { useMe } from '#client/api/me.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { roleNames } from '#shared/core/role-names.ts'
import { type Role, roles } from '#shared/core/roles.ts'
import { changeUser, type Person } from '#shared/people/desk-contract.ts'
import styles from './admin-people.module.css'
import { words } from './words.ts'

interface Change {
  role?: Role
  staff?: boolean
  disabled?: boolean
  resendVerification?: true
  resetSecondFactor?: true
}

/** What takes a change back, and what is said beside it. */
interface Way {
  said: string
  body: Change
}

interface Question {
  title: string
  facts: readonly string[]
  confirm: string
  body: Change
  /** None where it cannot be taken back. */
  back: Way | null
}

/** What becomes of the papers that wait for their review. */
function waitingFacts(openReviews: number): string[] {
  return openReviews === 0 ? [] : [words.openReviews(openReviews)]
}

/** What a change of role brings with it, a sentence each. */
function roleFacts({ role: from, openReviews, disabled, emailVerified }: Person, to: Role): string[] {
  const reviews = (role: Role) => role === 'reviewer' || role === 'both'
  const submits = (role: Role) => role === 'author' || role === 'both'
  return [
    disabled ? words.roleText.untold : words.roleText.told,
    ...(emailVerified ? [] : [words.unconfirmedText]),
    ...(reviews(from) && !reviews(to) ? [words.roleText.noReviews, ...waitingFacts(openReviews)] : []),
    ...(submits(from) && !submits(to) ? [words.roleText.noAuthor] : []),
    ...(to === 'admin' ? [words.roleText.admin] : []),
    ...(from === 'admin' ? [words.roleText.noAdmin] : []),
  ]
}

/** Role, staff, whether they may log in, and the verification mail. What takes something away asks first. */
export function PersonControls({ person }: { person: Person }) {
  const id = useId()
  const me = useMe()
  const [asked, setAsked] = useState<Question | null>(null)
  const [back, setBack] = useState<Way | null>(null)
  const change = useDeed({
    run: (body: Change) => call(changeUser, { params: { userId: person.id }, body }),
    fallback: words.actionFailed,
    done: (answer) => `${answer.user.name}: ${answer.message}`,
    after: () => setAsked(null),
    inPlace: asked !== null,
  })
  const start = (body: Change, way: Way | null = null) => {
    setBack(way)
    change.start(body)
  }
  const askForRole = (role: Role) =>
    setAsked({
      title: words.roleTitle(person.name, roleNames[role]),
      facts: roleFacts(person, role),
      confirm: words.roleButton,
      body: { role },
      back: {
        said: words.roleNow(person.name, roleNames[role], !person.disabled),
        body: { role: person.role },
      },
    })
  /** At once, but for who has not confirmed the address: that takes a password away. */
  const changeStaff = (staff: boolean) =>
    person.emailVerified
      ? start({ staff })
      : setAsked({
          title: words.staffTitle(person.name, staff),
          facts: [words.unconfirmedText],
          confirm: words.staffButton,
          body: { staff },
          back: null,
        })
  const askToDisable = () =>
    setAsked({
      title: words.disableTitle(person.name),
      facts: [...waitingFacts(person.openReviews), ...words.disableText],
      confirm: words.disable,
      body: { disabled: true },
      back: { said: words.disabledNow(person.name), body: { disabled: false } },
    })
  const askToReset = () =>
    setAsked({
      title: words.factorTitle(person.name),
      facts: words.factorText,
      confirm: words.factorOff,
      body: { resetSecondFactor: true },
      back: null,
    })
  return (
    <div className={styles.controls}>
      <p className={styles.note}>{words.savedAtOnce}</p>
      <SelectField
        id={`${id}-role`}
        name="role"
        label={words.role}
        value={person.role}
        disabled={change.busy}
        options={roles.map((role) => ({ value: role, label: roleNames[role] }))}
        onValue={(chosen) => {
          const role = roles.find((one) => one === chosen)
          if (role !== undefined && role !== person.role) askForRole(role)
        }}
      />
      <Checkbox
        id={`${id}-staff`}
        name="staff"
        label={words.staff}
        checked={person.roles.includes('staff')}
        disabled={change.busy}
        onChecked={changeStaff}
      />
      <p className={styles.deeds}>
        <Button
          look="secondary"
          small
          busy={change.busy}
          onClick={() => (person.disabled ? start({ disabled: false }) : askToDisable())}
        >
          {person.disabled ? words.enable : words.disableAccount}
        </Button>
        {!person.emailVerified && !person.disabled && (
          <Button
            look="secondary"
            small
            busy={change.busy}
            onClick={() => start({ resendVerification: true })}
          >
            {words.resend}
          </Button>
        )}
        {person.secondFactor && person.id !== me?.id && (
          <Button look="secondary" small busy={change.busy} onClick={askToReset}>
            {words.factorOff}
          </Button>
        )}
      </p>
      {back !== null && !change.busy && change.problem === undefined && (
        <p>
          {back.said}{' '}
          <Button look="quiet" small onClick={() => start(back.body)}>
            {words.undo}
          </Button>
        </p>
      )}
      {asked !== null && (
        <ConfirmDialog
          open
          danger
          title={asked.title}
          confirm={asked.confirm}
          cancel={words.keep}
          busy={change.busy}
          problem={change.problem}
          onConfirm={() => start(asked.body, asked.back)}
          onCancel={() => {
            change.forget()
            setAsked(null)
          }}
        >
          {asked.facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </ConfirmDialog>
      )}
    </div>
  )
}
