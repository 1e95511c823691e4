import type { ReactNode } from 'react'
import { useConfig } from '#client/api/config.ts'
import { Link } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { timeLeft } from '#client/parts/time-left.ts'
import { words as common } from '#client/parts/words.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import styles from './next-step.module.css'
import type { Step } from './step.ts'
import { missedStep, nextStep, nextStepButton, words } from './words.ts'

/** 'Upload your revised paper – 3 days left'; or that it is too late. */
export function stepText({ what, open, until }: Step, now = new Date()): string {
  return open ? withTimeLeft(nextStep[what], until, now) : missedStep[what]
}

/** A deed with the time that is left for it. */
export function withTimeLeft(deed: string, until: Timestamp | null | undefined, now = new Date()): string {
  const left = until ? timeLeft(fromTimestamp(until), now) : undefined
  return left === undefined ? deed : `${deed} – ${common.left(left)}`
}

/** Whether a deadline is over. */
export function hasPassed(until: Timestamp | null | undefined, now = new Date()): boolean {
  return until ? fromTimestamp(until) <= now : false
}

/** The next step of one submission, with its deadline and the way to do it: what stands out most on its screen. */
export function NextStep({ step, abstractId }: { step: Step; abstractId: string }) {
  const email = useConfig()?.supportEmail
  return (
    <NextBlock title={stepText(step)} until={step.until} missed={!step.open}>
      {step.open ? (
        <StepLink step={step} abstractId={abstractId} />
      ) : (
        email && <p>{words.askForTime(email)}</p>
      )}
    </NextBlock>
  )
}

function StepLink({ step: { what }, abstractId }: { step: Step; abstractId: string }) {
  if (what === 'payment') {
    return (
      <a className={buttonClass('primary')} href={`#${PAYMENT_ANCHOR}`}>
        {nextStepButton[what]}
      </a>
    )
  }
  const view = what === 'revisedAbstract' ? 'upload-abstract' : 'upload-paper'
  return (
    <Link className={buttonClass('primary')} to="/author" search={{ view, abstractId }}>
      {nextStepButton[what]}
    </Link>
  )
}

/** Where the payment's instructions stand in the details. */
export const PAYMENT_ANCHOR = 'payment'

interface BlockProps {
  title: string
  /** Which submission, where the screen is about several. */
  about?: string
  until?: Timestamp | null | undefined
  missed?: boolean
  children?: ReactNode
}

/** What to do next, by when, and the button that does it. */
export function NextBlock({ title, about, until, missed = false, children }: BlockProps) {
  return (
    <div className={styles.next} data-missed={missed || undefined}>
      <div className={styles.text}>
        <p className={styles.eyebrow}>{words.nextStep}</p>
        <h2 className={styles.title}>{title}</h2>
        {about && <p className={styles.about}>{about}</p>}
        {until && (
          <p className={styles.until}>
            {words.deadline}: <Deadline at={until} />
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
