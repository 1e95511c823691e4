import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { ReasonButton } from '#client/parts/reason-button.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { listPayments, type Payment, reopenPayment } from '#shared/payments/contract.ts'
import { VerifyButton } from './verify-button.tsx'
import { words } from './words.ts'

const kinds = { awaiting: 'waiting', reported: 'payment', verified: 'complete' } as const

/** The payments desk, for admins and staff. */
export function AdminPaymentsScreen() {
  const search = deskQuery(useSearch('/admin/payments'))
  const list = useInfiniteQuery(pagesOf(listPayments, search))
  return (
    <DeskList
      words={words}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/payments', search: next })}
      query={list}
      render={(payment) => <PaymentEntry key={payment.paperId} payment={payment} />}
    />
  )
}

function PaymentEntry({ payment }: { payment: Payment }) {
  const { paperId } = payment
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
        payment.verified === null
          ? words.age(payment.ageBusinessDays)
          : words.verifiedBy(payment.verified.by),
        payment.verified?.amount,
        payment.verified?.reference,
      ]}
      side={
        <>
          <StatusPill kind={kinds[payment.state]}>{words.states[payment.state]}</StatusPill>
          {payment.late && <StatusPill kind="rejected">{words.late}</StatusPill>}
          {payment.verified === null ? (
            <VerifyButton paperId={paperId} />
          ) : (
            <ReasonButton
              label={words.reopen}
              title={words.reopenTitle}
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
    </Entry>
  )
}
