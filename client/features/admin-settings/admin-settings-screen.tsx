import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { isStale } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { refreshConfig } from '#client/api/config.ts'
import { queryOf } from '#client/api/query-of.ts'
import { FootBar } from '#client/parts/foot-bar.tsx'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { useAskBeforeLosing } from '#client/parts/use-ask-before-losing.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RadioToggle } from '#client/ui/radio-toggle.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import styles from './admin-settings.module.css'
import { DeadlineFields } from './deadline-fields.tsx'
import { FewerReviews } from './fewer-reviews.tsx'
import { labelOf } from './field-words.ts'
import { merge } from './merge.ts'
import { Section, SectionLinks } from './sections.tsx'
import { dayLists, fieldsOf, keptDays, settingsForm } from './settings-form.ts'
import { StaleSettings } from './stale-settings.tsx'
import { words } from './words.ts'

/** The portal's settings in one form. */
export function AdminSettingsScreen() {
  const query = useQuery({ ...queryOf(readSettings), refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader title={words.title} />
      {query.error !== null && <LoadFailure reading={query} failed={words.failed} />}
      {query.data === undefined && query.error === null && <Skeleton lines={8} />}
      {query.data && <SettingsForm {...query.data} />}
    </>
  )
}

interface Saved {
  settings: Settings
  revision: number
}

/** What is typed stays until it is saved, whatever is read anew; what somebody else saved is shown beside it. */
function SettingsForm(first: Saved) {
  const say = useToast()
  const zones = useId()
  const client = useQueryClient()
  /** What was typed over; and what somebody else saved meanwhile. */
  const [base, setBase] = useState(first)
  const [newer, setNewer] = useState<Saved>()
  const initial = fieldsOf(base.settings)
  const form = useForm({
    initial,
    schema: settingsForm,
    submit: async (parsed, _, keptAs) => {
      const answer = await call(saveSettings, { body: { settings: parsed, revision: base.revision } })
      setBase(answer)
      // Dates, lists and sizes may be kept in another form than they were typed in.
      keptAs(fieldsOf(answer.settings))
      say(answer.message)
      await Promise.all([client.invalidateQueries(), refreshConfig()])
    },
    explain: (error) => {
      const saved = newerIn(error)
      setNewer(saved)
      return saved === undefined ? problemsOf(error, words.saveFailed, Object.keys(initial)) : []
    },
  })
  useAskBeforeLosing(form.unsent)
  const unsaved = Object.keys(initial)
    .filter((name) => form.values[name] !== initial[name])
    .map(labelOf)
  // Nothing is typed: the form shows what is so.
  if (first.revision > base.revision && !form.unsent && !form.busy) {
    setBase(first)
    form.goOnFrom(fieldsOf(first.settings))
  }
  return (
    <div className={styles.page}>
      <SectionLinks />
      <form className={styles.form} {...form.form}>
        <ErrorSummary {...form.summary} />
        {newer && (
          <StaleSettings
            merged={merge(initial, form.values, fieldsOf(newer.settings))}
            onChosen={(fields) => {
              form.goOnFrom(fieldsOf(newer.settings))
              form.setAll(fields)
              setBase(newer)
              setNewer(undefined)
            }}
            onClose={() => setNewer(undefined)}
          />
        )}
        <Section name="conference">
          <TextField {...form.text('conferenceName')} label={words.conferenceName} />
          <TextField {...form.text('year')} label={words.year} input={{ inputMode: 'numeric' }} />
          <TextField {...form.text('website')} label={words.website} input={{ type: 'url' }} />
          <TextField
            {...form.text('supportEmail')}
            label={words.supportEmail}
            hint={form.values.supportEmail === '' ? words.noSupportEmail : words.supportEmailHint}
            input={{ type: 'email' }}
          />
          <TextField
            {...form.text('timeZone')}
            label={words.timeZone}
            hint={words.timeZoneHint}
            input={{ list: zones }}
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
        </Section>
        <Section name="deadlines">
          <p>{words.deadlineHint}</p>
          <DeadlineFields values={form.values} saved={initial} text={form.text} />
          <TextField
            {...form.text('graceMinutes')}
            label={words.graceMinutes}
            hint={words.graceHint}
            input={{ inputMode: 'numeric' }}
          />
        </Section>
        <Section name="review">
          <TextField
            {...form.text('reviewsPerPaper')}
            label={words.reviewsPerPaper}
            input={{ inputMode: 'numeric' }}
          />
          <FewerReviews now={base.settings.reviewsPerPaper} typed={form.values['reviewsPerPaper'] ?? ''} />
          <RadioToggle
            legend={words.reviewPolicy}
            value={form.values['reviewPolicy'] ?? ''}
            options={Object.entries(words.policies).map(([value, label]) => ({ value, label }))}
            onValue={(value) => form.set('reviewPolicy', value)}
          />
          <RadioToggle
            legend={words.anonymity}
            value={form.values['anonymity'] ?? ''}
            options={Object.entries(words.anonymities).map(([value, label]) => ({ value, label }))}
            onValue={(value) => form.set('anonymity', value)}
          />
          <TextArea {...form.text('topics')} label={words.topics} />
        </Section>
        <Section name="mail">
          <RadioToggle
            legend={words.holdDecisionMails}
            value={form.values['holdDecisionMails'] ?? ''}
            options={Object.entries(words.holding).map(([value, label]) => ({ value, label }))}
            onValue={(value) => form.set('holdDecisionMails', value)}
          />
        </Section>
        <Section name="access">
          <p>{words.factorHint}</p>
          <RadioToggle
            legend={words.organisersNeedSecondFactor}
            value={form.values['organisersNeedSecondFactor'] ?? ''}
            options={Object.entries(words.factors).map(([value, label]) => ({ value, label }))}
            onValue={(value) => form.set('organisersNeedSecondFactor', value)}
          />
        </Section>
        <Section name="reminders">
          <p>{words.remindersHint}</p>
          {dayLists.map((name) => (
            <TextField key={name} {...form.text(name)} label={words[name]} />
          ))}
        </Section>
        <Section name="keeping">
          {keptDays.map((name) => (
            <TextField key={name} {...form.text(name)} label={words[name]} input={{ inputMode: 'numeric' }} />
          ))}
        </Section>
        <Section name="files">
          <TextField
            {...form.text('abstractMaxBytes')}
            label={words.abstractMaxMb}
            input={{ inputMode: 'decimal' }}
          />
          <TextField
            {...form.text('paperMaxBytes')}
            label={words.paperMaxMb}
            input={{ inputMode: 'decimal' }}
          />
          <TextField
            {...form.text('uploadsPerHour')}
            label={words.uploadsPerHour}
            hint={words.uploadsHint}
            input={{ inputMode: 'numeric' }}
          />
          <TextField
            {...form.text('uploadQuotaBytes')}
            label={words.uploadQuotaMb}
            input={{ inputMode: 'decimal' }}
          />
          <TextField
            {...form.text('abstractMaxPages')}
            label={words.abstractMaxPages}
            input={{ inputMode: 'numeric' }}
          />
          <TextField
            {...form.text('paperMaxPages')}
            label={words.paperMaxPages}
            input={{ inputMode: 'numeric' }}
          />
        </Section>
        <Section name="payment">
          <TextField {...form.text('paymentUrl')} label={words.paymentUrl} input={{ type: 'url' }} />
          <TextArea {...form.text('paymentInstructions')} label={words.paymentInstructions} />
          <TextField {...form.text('feeAmount')} label={words.feeAmount} input={{ inputMode: 'decimal' }} />
          <TextField {...form.text('feeCurrency')} label={words.feeCurrency} />
          <TextArea {...form.text('holidays')} label={words.holidays} hint={words.holidaysHint} />
          <TextField
            {...form.text('specialSessionUrl')}
            label={words.specialSessionUrl}
            input={{ type: 'url' }}
          />
        </Section>
        <Section name="receipts">
          <TextField {...form.text('organiserName')} label={words.organiserName} />
          <TextArea {...form.text('organiserAddress')} label={words.organiserAddress} />
          <TextField {...form.text('organiserTaxNumber')} label={words.organiserTaxNumber} />
        </Section>
        <FootBar label={words.save}>
          <Button type="submit" busy={form.busy}>
            {words.save}
          </Button>
          <span>{words.unsaved(unsaved)}</span>
        </FootBar>
      </form>
    </div>
  )
}

/** What a refusal as stale says was saved meanwhile. */
function newerIn(error: unknown): Saved | undefined {
  if (!isStale(error)) return undefined
  const read = z.object({ details: readSettings.answer }).safeParse(error.data)
  return read.data?.details
}
