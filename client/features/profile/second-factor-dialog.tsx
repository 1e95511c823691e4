import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useToast } from '#client/ui/use-toast.ts'
import * as contract from '#shared/people/second-factor-contract.ts'
import styles from './profile.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanStep } from './scan-step.tsx'
import { factorWords as words } from './second-factor-words.ts'

interface Props {
  deed: 'start' | 'end' | 'again'
  onClose: () => void
}

/** The password first; then, to turn it on, the QR code and a first code; then the recovery codes, shown this once. */
export function SecondFactorDialog({ deed, onClose }: Props) {
  const say = useToast()
  const client = useQueryClient()
  const [begun, setBegun] = useState<{ key: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = async () => {
    onClose()
    await client.invalidateQueries()
  }
  const goOn = async (password: string) => {
    const body = { password }
    if (deed === 'start') return setBegun(await call(contract.startSecondFactor, { body }))
    if (deed === 'again') return setCodes((await call(contract.renewRecoveryCodes, { body })).recoveryCodes)
    say((await call(contract.endSecondFactor, { body })).message)
    return finish()
  }
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={() => void finish()} />
  return (
    <Dialog open holds onClose={onClose} title={words[deed].title}>
      {begun === undefined ? (
        <PasswordStep deed={deed} goOn={goOn} />
      ) : (
        <ScanStep secret={begun.key} uri={begun.uri} onConfirmed={setCodes} />
      )}
    </Dialog>
  )
}

function PasswordStep({ deed, goOn }: Pick<Props, 'deed'> & { goOn: (password: string) => Promise<void> }) {
  const form = useForm({
    initial: { password: '' },
    schema: contract.startSecondFactor.body,
    submit: ({ password }) => goOn(password),
    explain: (error) => problemsOf(error, words.failed, ['password']),
  })
  return (
    <form className={styles.form} {...form.form}>
      <p>{words[deed].text}</p>
      <ErrorSummary {...form.summary} />
      <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
      <div className={styles.actions}>
        <Button type="submit" busy={form.busy}>
          {words[deed].submit}
        </Button>
        <DialogClose>{words.cancel}</DialogClose>
      </div>
    </form>
  )
}
