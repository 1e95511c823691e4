import { call } from '#client/api/call.ts'
import { Entry } from '#client/parts/entry.tsx'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { DayText } from '#client/ui/day-text.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type Payment, reopenPayment } from '#shared/payments/contract.ts'
import { AboutPayment } from './about-payment.tsx'
import { ReceiptLink } from './receipt-link.tsx'
import { SettleButton } from './settle-button.tsx'
import { StatementLines } from './statement-lines.tsx'
import { VerifyButton } from './verify-button.tsx'
import { words } from './words.ts'

const kinds = {
  awaiting: 'payment',
  reported: 'in-review',
  sought: 'changes',
  held: 'changes',
  returned: 'complete',
  unfound: 'waiting',
  verified: 'complete',
} as const

/** What its author reported is looked for, or came all the same; of what is to be paid nothing came, or a part before it. */
const isSettled = ({ state, received, balance }: Payment) =>
  state === 'sought' ||
  state === 'unfound' ||
  (state === 'reported' && (received.length === 0 || balance === 'part'))

/** A paper that awaits payment or is paid, with what arrived for it and what can be done. */
export function PaymentEntry({ payment }: { payment: Payment }) {
  const { paperId, verified, balance } = payment
  return (
    <Entry
      name={paperId}
      facts={[
        payment.title,
        payment.payer.name,
        payment.reportedAt === null ? (
          <>
            {words.since} <TimeText at={payment.since} dayOnly />
          </>
        ) : (
          <>
            {words.reported} <TimeText at={payment.reportedAt} dayOnly />
          </>
        ),
        payment.paidAt !== null && (
          <>
            {words.paidOn} <DayText day={payment.paidAt} />
          </>
        ),
        verified === null ? (
          words.waits(payment)
        ) : (
          <>
            {words.verified} <TimeText at={verified.at} dayOnly /> {words.by(verified.by)}
          </>
        ),
        payment.received.length > 0 && words.received(payment.received),
        payment.missing && words.missing(payment.missing),
        verified?.reference && words.referenceIs(verified.reference),
        ...payment.receipts.map((receipt) => <ReceiptLink key={receipt.number} receipt={receipt} />),
      ]}
      side={
        <>
          <StatusPill kind={kinds[payment.state]}>{words.states[payment.state]}</StatusPill>
          {payment.late && <StatusPill kind="rejected">{words.late}</StatusPill>}
          {balance !== null && balance !== 'exact' && (
            <StatusPill kind="changes">{words.balances[balance]}</StatusPill>
          )}
          {(payment.state === 'awaiting' || payment.state === 'reported') && (
            <VerifyButton payment={payment} />
          )}
          {isSettled(payment) && <SettleButton payment={payment} />}
          {verified !== null && (
            <ReasonButton
              label={words.reopen}
              title={words.reopenTitle(paperId)}
              what={<AboutPayment payment={payment} />}
              text={words.reopenText}
              reasonLabel={words.reason}
              run={(reason) => call(reopenPayment, { params: { paperId }, body: { reason } })}
            />
          )}
        </>
      }
    >
      {payment.authorNote && (
        <p>
          {words.authorNote}: {payment.authorNote}
        </p>
      )}
      <StatementLines payment={payment} />
    </Entry>
  )
}
