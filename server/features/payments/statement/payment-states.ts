import type { Payment } from '#shared/payments/contract.ts'
import { paymentStateWords } from '#shared/payments/state-words.ts'

/** Our own states, as an export of the payments desk says them and as the API does. */
const own = (...states: Payment['state'][]) =>
  states.flatMap((state) => [state, paymentStateWords[state]].map(plain))

/**
 * What payment pages and banks call the state of a payment that arrived, in the languages of the likeliest; whole words,
 * small, without accents.
 */
const arrived = new Set([
  ...own('verified'),
  ...[
    'paid',
    'succeeded',
    'success',
    'successful',
    'complete',
    'completed',
    'settled',
    'captured',
    'cleared',
  ],
  ...['received', 'booked', 'posted', 'paid out', 'ok', 'bezahlt', 'erfolgreich', 'abgeschlossen', 'gebucht'],
  ...['eingegangen', 'paye', 'reussi', 'termine', 'pagado', 'completado', 'pagato', 'completato', 'pago'],
  ...['concluido', 'betaald', 'voldaan', 'geslaagd', 'oplacone', 'zaplacono', 'zakonczona'],
])
/** The same of one that was given back. */
const givenBack = new Set([
  ...own('returned'),
  ...['refunded', 'refund', 'partially refunded', 'partial refund', 'reversed', 'chargeback', 'returned'],
  ...['erstattet', 'teilweise erstattet', 'ruckerstattet', 'zuruckgezahlt', 'teilweise zuruckgezahlt'],
  ...[
    'zuruckgebucht',
    'ruckzahlung',
    'charged back',
    'partially reversed',
    'rembourse',
    'reembolsado',
    'rimborsato',
    'terugbetaald',
    'zwrocono',
  ],
])
/** The same of one that did not arrive, or not yet. */
const absent = new Set([
  ...own('awaiting', 'reported', 'sought', 'held', 'unfound'),
  ...['failed', 'pending', 'canceled', 'cancelled', 'declined', 'rejected', 'expired', 'disputed', 'denied'],
  ...['voided', 'void', 'unpaid', 'open', 'processing', 'on hold', 'held', 'uncaptured', 'incomplete'],
  ...['uncleared', 'unclaimed', 'placed', 'removed', 'temporary hold', 'in transit', 'on its way', 'draft'],
  ...['in review', 'under review', 'not paid', 'past due', 'created', 'initiated', 'abandoned', 'blocked'],
  ...['authorised', 'authorized', 'requires payment method', 'requires action', 'requires capture'],
  ...[
    'requires confirmation',
    'storniert',
    'fehlgeschlagen',
    'ausstehend',
    'offen',
    'abgelehnt',
    'unbezahlt',
  ],
  ...['echoue', 'en attente', 'annule', 'refuse', 'fallido', 'pendiente', 'cancelado', 'in attesa'],
  ...['annullato', 'fallito', 'pendente', 'mislukt', 'geannuleerd', 'openstaand', 'oczekujaca', 'anulowana'],
  ...['odrzucona'],
])

function plain(cell: string): string {
  return cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** Whether a cell names the state of a payment. */
export function isPaymentState(cell: string): boolean {
  const word = plain(cell)
  return arrived.has(word) || givenBack.has(word) || absent.has(word)
}

/** Whether a cell of a column of states says that the payment arrived; one in no known word does not. */
export function saysArrived(cell: string): boolean {
  return arrived.has(plain(cell))
}

/** Whether it says of money that went out that it is gone. */
export function saysGone(cell: string): boolean {
  return saysArrived(cell) || givenBack.has(plain(cell))
}
