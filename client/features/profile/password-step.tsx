import { problemsOf } from '#client/parts/problems-of.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { startSecondFactor } from '#shared/people/second-factor-contract.ts'
import { factorWords as words } from './second-factor-words.ts'
import { StepForm } from './step-form.tsx'

interface Props {
  said: { text: string; submit: string }
  goOn: (password: string) => Promise<unknown> | undefined
}

/** Asks for the password again before anything of two-step verification changes. */
export function PasswordStep({ said, goOn }: Props) {
  const form = useForm({
    initial: { password: '' },
    schema: startSecondFactor.body,
    submit: async ({ password }) => goOn(password),
    explain: (error) => problemsOf(error, words.failed, ['password']),
  })
  return (
    <StepForm form={form} submit={said.submit}>
      <p>{said.text}</p>
      <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
    </StepForm>
  )
}
