import { useConfig } from '#client/api/config.ts'
import { serverNow } from '#client/api/server-clock.ts'
import { Link } from '#client/navigation/link.tsx'
import { NextBlock } from '#client/parts/next-block.tsx'
import { withTimeLeft } from '#client/parts/until.ts'
import { buttonClass } from '#client/ui/button.tsx'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import type { Step } from './step.ts'
import { missedStep, nextStep, nextStepButton, words } from './words.ts'

/** 'Upload your revised paper – 3 days left'; or that it is too late. */
export function stepText({ what, open, until }: Step, now = serverNow()): string {
  return open ? withTimeLeft(nextStep[what], until, now) : missedStep[what]
}

/** The next step of one submission, with its deadline and the way to do it: what stands out most on its screen. */
export function NextStep({
  step,
  of: { abstractId, paperId, paymentPart },
}: {
  step: Step
  of: Pick<AbstractItem, 'abstractId' | 'paperId' | 'paymentPart'>
}) {
  const config = useConfig()
  const email = config?.supportEmail
  const fee = config?.feeAmount ? `${config.feeAmount} ${config.feeCurrency}` : ''
  const due = paymentPart?.due ?? fee
  return (
    <NextBlock
      title={stepText(step)}
      {...(step.what === 'payment' && paperId !== null && { about: words.payAbout(paperId, due) })}
      until={step.until}
      missed={!step.open}
    >
      {step.open ? (
        <StepLink step={step} abstractId={abstractId} />
      ) : (
        email !== undefined && <p>{words.askForTime(email)}</p>
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
  return (
    <Link className={buttonClass('primary')} to="/author" search={{ view: stepView[what], abstractId }}>
      {nextStepButton[what]}
    </Link>
  )
}

/** Where a step is done; the payment's instructions stand in the details. */
export const stepView = {
  revisedAbstract: 'upload-abstract',
  paper: 'upload-paper',
  revisedPaper: 'upload-paper',
  payment: 'details',
} as const

/** Where the payment's instructions stand in the details. */
export const PAYMENT_ANCHOR = 'payment'
