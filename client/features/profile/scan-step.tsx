import { useEffect } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { confirmSecondFactor } from '#shared/people/second-factor-contract.ts'
import styles from './profile.module.css'
import { QrCode } from './qr-code.tsx'
import { factorWords as words } from './second-factor-words.ts'
import { StepForm } from './step-form.tsx'

interface Props {
  secret: string
  uri: string
  onConfirmed: (answer: AnswerOf<typeof confirmSecondFactor>) => Promise<void> | void
}

/** The secret for the app, as a QR code, a link and a key; the first code confirms it. */
export function ScanStep({ secret, uri, onConfirmed }: Props) {
  const form = useForm({
    initial: { code: '' },
    schema: confirmSecondFactor.body,
    submit: async (body) => onConfirmed(await call(confirmSecondFactor, { body })),
    explain: (error) => problemsOf(error, words.failed, ['code']),
  })
  const code = form.text('code')
  useEffect(() => document.getElementById(code.id)?.focus(), [code.id])
  return (
    <StepForm form={form} submit={words.turnOn}>
      <p>{words.scan}</p>
      <QrCode text={uri} />
      <p>
        <a href={uri}>{words.open}</a>
      </p>
      <p>
        {words.byHand} <code className={styles.address}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <CopyButton text={secret} label={words.copyKey} />
      </p>
      <TextField
        {...code}
        label={words.code}
        input={{ autoComplete: 'one-time-code', inputMode: 'numeric', spellCheck: false }}
      />
    </StepForm>
  )
}
