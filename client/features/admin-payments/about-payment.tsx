import type { Payment } from '#shared/payments/contract.ts'

/** Whose payment for what a question is about, and how much was verified; the paper's id stands in its title. */
export function AboutPayment({ payment: { title, payer, verified } }: { payment: Payment }) {
  return (
    <p>
      {title && (
        <>
          <bdi>{title}</bdi> ·{' '}
        </>
      )}
      <bdi>{payer.name}</bdi>
      {verified?.amount && ` · ${verified.amount} ${verified.currency}`}
    </p>
  )
}
