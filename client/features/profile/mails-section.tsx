import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Panel } from '#client/ui/panel.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { type ChoosableGroup, choosableGroups, type MailTime, mailTimes } from '#shared/mail/choosable.ts'
import { readPreferences, savePreferences } from '#shared/mail/preferences.ts'
import type { CurrentUser } from '#shared/people/contract.ts'
import styles from './profile.module.css'
import { words } from './words.ts'

/** When one's mails come, per kind of message (decisions.md §10). */
export function MailsSection({ roles }: { roles: CurrentUser['roles'] }) {
  const times = useQuery(queryOf(readPreferences)).data
  const save = useDeed({
    run: ({ group, come }: { group: ChoosableGroup; come: MailTime }) =>
      call(savePreferences, { body: { [group]: come } }),
    fallback: words.changeFailed,
    done: ({ message }) => message,
  })
  return (
    <Panel title={words.mails}>
      <p>{words.mailsText}</p>
      <div className={styles.form}>
        {kindsFor(roles).map((group) => (
          <SelectField
            key={group}
            id={`mails-${group}`}
            name={group}
            label={words.mailGroups[group]}
            value={times?.[group] ?? 'now'}
            disabled={times === undefined || save.busy}
            options={mailTimes.map((come) => ({ value: come, label: words.mailTimes[come] }))}
            onValue={(chosen) => {
              const come = mailTimes.find((one) => one === chosen)
              if (come !== undefined) save.start({ group, come })
            }}
          />
        ))}
      </div>
    </Panel>
  )
}

/** The kinds that somebody with these roles can get; organisers hear of both sides. */
function kindsFor(roles: CurrentUser['roles']): readonly ChoosableGroup[] {
  const has = (role: (typeof roles)[number]) => roles.includes('admin') || roles.includes(role)
  return choosableGroups.filter(
    (group) => group === 'notice' || has(group === 'submission' ? 'author' : 'reviewer'),
  )
}
