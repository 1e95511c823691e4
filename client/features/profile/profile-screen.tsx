import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { useMe } from '#client/api/me.ts'
import { Link } from '#client/navigation/link.tsx'
import { SingleKeysSwitch } from '#client/parts/commands/single-keys-switch.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { homeOf } from '#shared/core/home-of.ts'
import { type CurrentUser, profileForm, saveProfile } from '#shared/people/contract.ts'
import { BecomeAuthor } from './become-author.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { PasswordSection } from './password-section.tsx'
import styles from './profile.module.css'
import { PublicationsSection } from './publications-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TopicsSection } from './topics-section.tsx'
import { words } from './words.ts'

/** One's own profile: name, organisation, e-mail, password, sessions, data (portal.md §2 "Profile", decisions.md §4). */
export function ProfileScreen() {
  const me = useMe()
  if (me === undefined) return null
  return (
    <>
      <PageHeader title={words.title} />
      {me.needsSecondFactor && <SecondFactorSection wanted />}
      <ProfileForm me={me} />
      {me.roles.includes('reviewer') && <TopicsSection />}
      {me.roles.includes('reviewer') && <PublicationsSection />}
      {me.role === 'reviewer' && <BecomeAuthor />}
      <EmailSection email={me.email} />
      <PasswordSection />
      {!me.needsSecondFactor && <SecondFactorSection />}
      <Panel title={words.keys}>
        <p>{words.keysText}</p>
        <SingleKeysSwitch />
      </Panel>
      <MailsSection roles={me.roles} />
      <CalendarSection />
      <SessionsSection />
      <DataSection />
      <DeleteSection />
    </>
  )
}

function ProfileForm({ me }: { me: CurrentUser }) {
  const client = useQueryClient()
  const [done, setDone] = useState(false)
  const { firstName, lastName, organization, phone, orcid } = me.profile
  const form = useForm({
    initial: { firstName, lastName, organization, phone, orcid },
    schema: profileForm,
    together: words.together,
    submit: async (body, values, keptAs) => {
      await call(saveProfile, { body })
      keptAs(values)
      setDone(true)
      await client.refetchQueries({ queryKey: ['/api/me'] })
    },
    explain: (error) =>
      problemsOf(error, words.updateFailed, ['firstName', 'lastName', 'organization', 'phone', 'orcid']),
  })
  useAskBeforeLosing(form.unsent)
  return (
    <form className={classNames(styles.form, styles.own)} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField
        id="username"
        name="username"
        label={words.username}
        value={me.name}
        input={{ readOnly: true }}
      />
      <TextField {...form.text('firstName')} label={words.firstName} input={{ autoComplete: 'given-name' }} />
      <TextField {...form.text('lastName')} label={words.lastName} input={{ autoComplete: 'family-name' }} />
      <TextField
        {...form.text('organization')}
        label={words.organization}
        input={{ autoComplete: 'organization' }}
      />
      <TextField {...form.text('phone')} label={words.phone} input={{ type: 'tel', autoComplete: 'tel' }} />
      <TextField
        {...form.text('orcid')}
        label={words.orcid}
        hint={words.orcidHint}
        input={{ autoComplete: 'off', spellCheck: false }}
      />
      <div className={styles.actions}>
        <Link className={buttonClass('secondary')} to={homeOf(me.role)}>
          {words.back}
        </Link>
        <Button type="submit" busy={form.busy}>
          {words.saveChanges}
        </Button>
      </div>
      <Dialog
        open={done}
        onClose={() => setDone(false)}
        title={words.updatedTitle}
        actions={<DialogClose>{words.ok}</DialogClose>}
      >
        <p>{words.updatedText}</p>
      </Dialog>
    </form>
  )
}
