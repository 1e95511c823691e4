import { startRegistration } from '@simplewebauthn/browser'
import type { z } from 'zod'
import { call } from '#client/api/call.ts'
import { explainPasskey, isHeldAlready } from '#client/parts/explain-passkey.ts'
import { useLostAnswer } from '#client/parts/use-lost-answer.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { addPasskey, passkeyName, startPasskey } from '#shared/people/passkey-contract.ts'
import { factorWords as words } from './second-factor-words.ts'
import { StepForm } from './step-form.tsx'

const schema = startPasskey.body.extend({ name: passkeyName })

interface Props {
  said: { text: string; submit: string }
  onAdded: (answer: AnswerOf<typeof addPasskey>) => Promise<void> | void
}

/** Name and password; then the browser makes the passkey, and the portal takes it. */
export function PasskeyStep({ said, onAdded }: Props) {
  const wasLost = useLostAnswer()
  const form = useForm({
    initial: { name: '', password: '' },
    schema,
    submit: async ({ name, password }: z.output<typeof schema>) => {
      const optionsJSON = await call(startPasskey, { body: { password } })
      const passkey = await startRegistration({ optionsJSON })
      const adding = call(addPasskey, { body: { name, passkey } })
      // Of this call alone: what was lost before it added nothing.
      adding.catch(wasLost)
      await onAdded(await adding)
    },
    explain: (error) =>
      // The portal names it to the browser, so it arrived.
      isHeldAlready(error) && wasLost(error)
        ? [{ message: words.addedBefore }]
        : explainPasskey(error, words.failed, ['name', 'password']),
  })
  return (
    <StepForm form={form} submit={said.submit}>
      <p>{said.text}</p>
      <TextField
        {...form.text('name')}
        label={words.name}
        hint={words.nameHint}
        input={{ autoComplete: 'off' }}
      />
      <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
    </StepForm>
  )
}
