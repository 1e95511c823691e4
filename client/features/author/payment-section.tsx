import { useConfig } from '#client/api/config.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { whole } from '#client/ui/whole.tsx'
import type { OwnPayment } from '#shared/payments/receipt-contract.ts'
import type { AbstractItem } from '#shared/submissions/contract.ts'
import styles from './author.module.css'
import { isLookedAt, shownAs } from './display.ts'
import { EarlierPayment } from './earlier-payment.tsx'
import { PAYMENT_ANCHOR } from './next-step.tsx'
import { Receipts } from './receipts.tsx'
import { ReportPayment } from './report-payment.tsx'
import { reportedText } from './reported-text.ts'
import { words } from './words.ts'

/** The payment: instructions while it is awaited, its confirmation once it came (portal.md §4). */
export function PaymentSection({
  abstract,
  payment,
}: {
  abstract: AbstractItem
  payment: OwnPayment | null
}) {
  const { paperId, paperStatus, declined } = abstract
  if (paperId === null || payment === null) return null
  if (abstract.paymentEarlier)
    return <EarlierPayment payment={payment} ended={shownAs(abstract).status === 'complete'} />
  if (declined) return null
  if (paperStatus === 'complete') {
    return (
      <Panel title={words.paymentDone}>
        <Message kind="success">{words.paymentConfirmed}</Message>
        <Receipts paperId={paperId} payment={payment} />
      </Panel>
    )
  }
  if (paperStatus !== 'awaiting_payment') return null
  return (
    <div id={PAYMENT_ANCHOR}>
      <Panel title={words.payment} raised>
        <TakenBack reason={abstract.paymentTakenBack} />
        <Instructions abstract={abstract} paperId={paperId} />
        <Receipts paperId={paperId} payment={payment} />
      </Panel>
    </div>
  )
}

function TakenBack({ reason }: { reason: string | null }) {
  if (reason === null) return null
  return (
    <Message>
      <span className={styles.said} dir="auto">
        {words.takenBack(reason)}
      </span>{' '}
      {words.askBeforePaying}
    </Message>
  )
}

function Instructions({ abstract, paperId }: { abstract: AbstractItem; paperId: string }) {
  const config = useConfig()
  const fee = config?.feeAmount ? `${config.feeAmount} ${config.feeCurrency}` : ''
  const { paymentPart: part } = abstract
  const reported = reportedText(abstract)
  if (reported !== undefined) return <Message>{reported}</Message>
  if (part !== null && isLookedAt(abstract)) return <Message>{words.lookedAt(part.received)}</Message>
  return (
    <>
      <p>{whole(part === null ? words.payHow(paperId, fee) : words.payRest(part, paperId))}</p>
      <p className={styles.paperId}>
        {words.paperId}: <strong>{paperId}</strong>
        <CopyButton text={paperId} label={words.copyPaperId} />
      </p>
      {config?.paymentInstructions && (
        <p className={styles.said} dir="auto">
          {config.paymentInstructions}
        </p>
      )}
      <p>{words.payOnce}</p>
      <div className={styles.actions}>
        {config?.paymentUrl && (
          <a className={buttonClass('primary')} href={config.paymentUrl} target="_blank" rel="noreferrer">
            {words.payPage}
          </a>
        )}
        {abstract.abilities.reportPayment && <ReportPayment paperId={paperId} />}
      </div>
    </>
  )
}
