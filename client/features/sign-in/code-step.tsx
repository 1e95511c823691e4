import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { explainPasskey } from '#client/parts/explain-passkey.ts'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { type PasskeyProof, type RequestOptions, secondStep } from '#shared/people/passkey.ts'
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
  /** What the refusal said of the ways there are. */
  details: unknown
  enter: (body: Credentials & { code?: string; passkey?: PasskeyProof }) => Promise<void>
  /** Asks again, for a new challenge; gives the refusal's details. */
  askAgain: () => Promise<unknown>
  onBack: () => void
}

type Way = 'passkey' | 'app' | 'recovery'

/** The second step: a passkey, a code of the app, or a recovery code. */
export function CodeStep({ given, details, enter, askAgain, onBack }: CodeStepProps) {
  const [{ app, passkey }] = useState(() => waysIn(details))
  const ways: Way[] = [...(passkey ? ['passkey' as const] : []), ...(app ? ['app' as const] : []), 'recovery']
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const unspent = useRef(passkey)
  const sign = async () => {
    const options = unspent.current ?? waysIn(await askAgain()).passkey
    // Good once, also where it is cancelled: by then it may be too old.
    unspent.current = null
    if (options === null) throw new Error('no passkey is left')
    const { startAuthentication } = await import('@simplewebauthn/browser')
    await enter({ ...given, passkey: await startAuthentication({ optionsJSON: options }) })
  }
  return (
    <div className={styles.form}>
      {way === 'passkey' ? <PasskeyForm sign={sign} /> : <CodeForm key={way} {...{ way, given, enter }} />}
      <div className={styles.between}>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} look="quiet" small onClick={() => setWay(one)}>
              {words[one].other}
            </Button>
          ))}
        <Button look="quiet" small onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  )
}

/** Where the refusal says nothing that is understood, a code of the app is what was asked for. */
function waysIn(details: unknown): { app: boolean; passkey: RequestOptions | null } {
  const { data } = secondStep.safeParse(details)
  return data ?? { app: true, passkey: null }
}

/** Nothing is typed: the button alone. */
const NOTHING = z.object({})

function PasskeyForm({ sign }: { sign: () => Promise<void> }) {
  const form = useForm({
    initial: {},
    schema: NOTHING,
    submit: sign,
    explain: (error) => explainPasskey(error, words.failed, []),
  })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <p>{words.passkey.text}</p>
      <Button type="submit" ref={button} busy={form.busy}>
        {words.passkey.submit}
      </Button>
    </form>
  )
}

function CodeForm({
  way,
  given,
  enter,
}: Pick<CodeStepProps, 'given' | 'enter'> & { way: 'app' | 'recovery' }) {
  const form = useForm({
    initial: { ...given, code: '' },
    schema: () => contract().then(({ login }) => login.body),
    submit: async ({ code = '' }) => enter({ ...given, code }),
    explain: (error) => problemsOf(error, words.failed, ['code']),
  })
  const code = form.text('code')
  useEffect(() => document.getElementById(code.id)?.focus(), [code.id])
  const isOfApp = way === 'app'
  return (
    <form className={styles.form} {...form.form}>
      <ErrorSummary {...form.summary} />
      <TextField
        {...code}
        label={words[way].label}
        hint={words[way].hint}
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
    </form>
  )
}
