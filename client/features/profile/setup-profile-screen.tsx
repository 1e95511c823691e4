import { useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { useMe } from '#client/api/me.ts'
import { takeReturn } from '#client/api/return-to.ts'
import { goTo, navigate } from '#client/navigation/navigate.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SummaryPlace } from '#client/ui/summary-place.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { homeOf } from '#shared/core/home-of.ts'
import { roleNames } from '#shared/core/role-names.ts'
import { type CurrentUser, profileForm, saveProfile } from '#shared/people/contract.ts'
import { namePartsOf } from './name-parts.ts'
import styles from './profile.module.css'
import { words } from './words.ts'

/** What a new person completes before anything else (portal.md §2 "Setup profile"). */
export function SetupProfileScreen() {
  const me = useMe()
  return me === undefined ? null : <SetupForm me={me} />
}

function SetupForm({ me }: { me: CurrentUser }) {
  const client = useQueryClient()
  const say = useToast()
  const { organization, phone } = me.profile
  const { firstName, lastName } = me.profile.firstName || me.profile.lastName ? me.profile : namePartsOf(me)
  const form = useForm({
    initial: { firstName, lastName, organization, phone },
    schema: profileForm,
    together: words.together,
    submit: async (body) => {
      await call(saveProfile, { body })
      say(words.saved)
      await client.refetchQueries({ queryKey: ['/api/me'] })
      const wanted = takeReturn()
      if (wanted === undefined || wanted.startsWith('/setup-profile'))
        navigate({ to: homeOf(me.role), replace: true })
      else goTo(wanted, { replace: true })
    },
    explain: (error) =>
      problemsOf(error, words.saveFailed, ['firstName', 'lastName', 'organization', 'phone']),
  })
  return (
    <SummaryPlace>
      <PageHeader title={words.setUpTitle} lead={`${words.role}: ${roleNames[me.role]}`} />
      <form className={styles.form} {...form.form}>
        <p>{words.setUpWhy}</p>
        <ErrorSummary {...form.summary} />
        <TextField
          {...form.text('firstName')}
          label={words.firstName}
          input={{ autoComplete: 'given-name' }}
        />
        <TextField
          {...form.text('lastName')}
          label={words.lastName}
          input={{ autoComplete: 'family-name' }}
        />
        <TextField
          {...form.text('organization')}
          label={words.organization}
          input={{ autoComplete: 'organization' }}
        />
        <TextField {...form.text('phone')} label={words.phone} input={{ type: 'tel', autoComplete: 'tel' }} />
        <Button type="submit" busy={form.busy}>
          {words.save}
        </Button>
      </form>
    </SummaryPlace>
  )
}
