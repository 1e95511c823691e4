import { useEffect, useState } from 'react'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract } from './calls.ts'
import { codeWords as words } from './code-words.ts'
import styles from './form.module.css'

/** What was right already; held in memory alone. */
export interface Credentials {
  email: string
  password: string
  remember: boolean
}

export interface CodeStepProps {
  given: Credentials
  enter: (body: Credentials & { code: string }) => Promise<void>
  onBack: () => void
}

/** The second step: a code of the app, or a recovery code. */
export function CodeStep({ given, enter, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const form = useForm({
    initial: { ...given, code: '' },
    schema: () => contract().then(({ login }) => login.body),
    submit: async ({ code = '' }) => enter({ ...given, code }),
    explain: (error) => problemsOf(error, words.failed, ['code']),
  })
  const code = form.text('code')
  useEffect(() => document.getElementById(code.id)?.focus(), [code.id])
  const isOfApp = kind === 'app'
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField
        {...code}
        label={words[kind].label}
        hint={words[kind].hint}
        input={{
          autoComplete: isOfApp ? 'one-time-code' : 'off',
          inputMode: isOfApp ? 'numeric' : 'text',
          autoCapitalize: 'characters',
          spellCheck: false,
        }}
      />
      <Button type="submit" busy={form.busy}>
        {words.submit}
      </Button>
      <div className={styles.between}>
        <Button look="quiet" small onClick={() => setKind(isOfApp ? 'recovery' : 'app')}>
          {words[kind].other}
        </Button>
        <Button look="quiet" small onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </form>
  )
}
