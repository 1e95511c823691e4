import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { enterAs } from '#client/api/owner.ts'
import { forgetEmail, rememberEmail, rememberedEmail } from '#client/api/remembered-email.ts'
import { keepDevice, knownDevice, storeTokens } from '#client/api/session.ts'
import { Link } from '#client/navigation/link.tsx'
import { problemsOf } from '#client/parts/problems-of.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { Message } from '#client/ui/message.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { contract, loginCall } from './calls.ts'
import type { CodeStepProps, Credentials } from './code-step.tsx'
import styles from './form.module.css'
import { words } from './words.ts'

interface Props {
  /** The tokens are stored; what follows is the caller's. A failure here is shown as the log-in's. */
  onLoggedIn: () => Promise<void>
  /** Told when a log-in is attempted, well or not. */
  onTry?: () => void
  /** Whose session is to go on, over their open work. */
  knownEmail?: string
}

/** The step after the password, where a code is asked for: loaded for who needs it. */
interface SecondStep {
  Step: ComponentType<CodeStepProps>
  given: Credentials
  details: unknown
}

/** E-mail, password and 'Remember for 30 days' (portal.md §2 "Login"); then a second step, for who has two-step verification. */
export function LogInForm({ onLoggedIn, onTry, knownEmail }: Props) {
  const [unverified, setUnverified] = useState(false)
  const [second, setSecond] = useState<SecondStep>()
  // Whoever goes elsewhere while a log-in waits is not logged in there.
  const waits = useRef<AbortController>(undefined)
  useEffect(() => {
    const here = new AbortController()
    waits.current = here
    return () => here.abort()
  }, [])
  const [remembered] = useState(() => rememberedEmail(new Date()))
  const enter: CodeStepProps['enter'] = async (body) => {
    const { token, refreshToken, device } = await call(loginCall, {
      body: { ...body, ...knownDevice() },
      // A code may be too old by the time that it is its turn.
      comesBack: body.code === undefined && body.passkey === undefined,
      signal: waits.current?.signal,
    })
    const tokens = { accessToken: token, refreshToken }
    if (knownEmail === undefined) enterAs(tokens)
    else storeTokens(tokens)
    keepDevice(device)
    if (body.remember) rememberEmail(body.email, new Date())
    else forgetEmail()
    await onLoggedIn()
  }
  const form = useForm({
    initial: { email: knownEmail ?? remembered ?? '', password: '', remember: remembered !== undefined },
    schema: () => contract().then(({ login }) => login.body),
    together: words.logIn.fields,
    submit: async ({ email, password, remember }) => {
      setUnverified(false)
      const given = { email, password, remember }
      try {
        await enter(given)
      } catch (error) {
        const details = wantedIn(error)
        const { CodeStep } = await import('./code-step.tsx')
        setSecond({ Step: CodeStep, given, details })
      }
    },
    explain: (error) => {
      const waits = isUnverified(error)
      setUnverified(waits)
      return waits ? [] : problemsOf(error, words.logIn.failed, ['email', 'password'])
    },
  })
  const password = form.text('password')
  useEffect(() => {
    // Only the password is missing.
    if (knownEmail !== undefined) document.getElementById(password.id)?.focus()
  }, [knownEmail, password.id])
  if (second !== undefined) {
    const { Step, given, details } = second
    const askAgain = () => enter(given).catch(wantedIn)
    return <Step {...{ given, details, enter, askAgain }} onBack={() => setSecond(undefined)} />
  }
  return (
    <form
      className={styles.form}
      {...form.form}
      onSubmit={(event) => {
        onTry?.()
        form.form.onSubmit(event)
      }}
    >
      <ErrorSummary {...form.summary} />
      {unverified && <Message>{words.logIn.unverified}</Message>}
      <TextField
        {...form.text('email')}
        label={words.email}
        input={{ type: 'email', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      />
      <PasswordField {...password} label={words.password} autoComplete="current-password" />
      <div className={styles.between}>
        <Checkbox {...form.tick('remember')} label={words.logIn.remember} />
        <Link to="/forgot-password" search={form.values.email ? { email: form.values.email } : {}}>
          {words.logIn.forgot}
        </Link>
      </div>
      <Button type="submit" busy={form.busy}>
        {words.logIn.submit}
      </Button>
    </form>
  )
}

/** What a refusal for want of a second step says of it; any other goes on. */
function wantedIn(error: unknown): unknown {
  if (!(error instanceof ApiError && error.code === 'second_factor_needed')) throw error
  const { data } = error
  return typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : undefined
}

/** The server has sent a fresh link: that is news, not an error (portal.md §8 "Login"). */
function isUnverified(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 403) return false
  const { data } = error
  return typeof data === 'object' && data !== null && Reflect.get(data, 'needEmailVerification') === true
}
